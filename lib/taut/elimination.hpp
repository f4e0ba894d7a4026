/// \file
/// The pattern of S = G M^-1 G^T of a mechanism and of its factor, made when compiled.
///
/// Rows of constraints come in blocks, one a joint. A block touches at most two bodies, so that S
/// has a block where two joints share a body, and the factor L D L^T one more wherever elimination
/// links two joints that a third one left behind. Joints are eliminated in the order of least
/// degree, counted in rows (Tinney and Walker 1967; Davis, Direct Methods for Sparse Linear
/// Systems, chapter 7): chains, ladders and trees get no more than a few blocks a column, and so a
/// cost that is linear in the number of joints. All tables are constants.
///
/// A structure states
///     parts, part_size             bodies, and velocities of each
///     blocks                       std::array<ConstraintBlock, n>
///     entry(kind, side, r, c)      what is known of an entry of the Jacobian
///     unrolled_products            multiplications of a factorisation up to which all loops over
///                                  joints are unrolled
/// Interrupt: safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace taut {

/// What is known of an entry of a Jacobian block when compiled.
enum class Entry : std::uint8_t { zero, one, minus_one, general };

/// The rows of one joint: how many, on which bodies; a body that is not there is -1.
struct ConstraintBlock {
  int rows;
  int body[2];
  int kind;  ///< blocks of one kind share the pattern of their Jacobian
};

namespace detail {

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

template <std::size_t n>
constexpr bool share_body(const std::array<ConstraintBlock, n>& blocks, std::size_t i,
                          std::size_t k) {
  for (int side = 0; side < 2; ++side) {
    const int body = blocks[i].body[side];
    if (body >= 0 && (body == blocks[k].body[0] || body == blocks[k].body[1])) return true;
  }
  return false;
}

// The order of elimination and the blocks of the factor.
template <std::size_t n>
struct FillPattern {
  std::array<int, n> block_at{};                   // block by position
  std::array<int, n> position_of{};                // position by block
  std::array<bool, (n > 0 ? n * n : 1)> filled{};  // by position, lower triangle
  int entries = 0;                                 // blocks below the diagonal
  int updates = 0;                                 // products of two blocks of a column
};

template <std::size_t n>
constexpr FillPattern<n> eliminate(const std::array<ConstraintBlock, n>& blocks) {
  FillPattern<n> out{};
  std::array<bool, (n > 0 ? n * n : 1)> linked{};
  std::array<int, n> degree{};  // rows of the blocks that one is linked to
  std::array<bool, n> done{};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (share_body(blocks, i, k)) {
        linked[i * n + k] = linked[k * n + i] = true;
        degree[i] += blocks[k].rows;
        degree[k] += blocks[i].rows;
      }
  for (std::size_t position = 0; position < n; ++position) {
    std::size_t next = n;
    for (std::size_t i = 0; i < n; ++i)
      if (!done[i] && (next == n || degree[i] < degree[next])) next = i;
    done[next] = true;
    out.block_at[position] = static_cast<int>(next);
    out.position_of[next] = static_cast<int>(position);
    // those left behind become a clique
    std::array<std::size_t, n> left{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (!done[i] && linked[next * n + i]) left[count++] = i;
    for (std::size_t i = 0; i < count; ++i) {
      degree[left[i]] -= blocks[next].rows;
      for (std::size_t k = 0; k < i; ++k)
        if (!linked[left[i] * n + left[k]]) {
          linked[left[i] * n + left[k]] = linked[left[k] * n + left[i]] = true;
          degree[left[i]] += blocks[left[k]].rows;
          degree[left[k]] += blocks[left[i]].rows;
        }
    }
    out.entries += static_cast<int>(count);
    out.updates += static_cast<int>(count * (count + 1) / 2);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const std::size_t a = index(out.position_of[i]), b = index(out.position_of[k]);
      if (linked[i * n + k]) out.filled[a > b ? a * n + b : b * n + a] = true;
    }
  return out;
}

}  // namespace detail

/// The tables of a structure. Positions count blocks in the order of elimination; entries are the
/// blocks below the diagonal of the factor, column by column.
template <class Structure>
struct Elimination {
  static constexpr int blocks = static_cast<int>(Structure::blocks.size());
  static constexpr int parts = Structure::parts;
  static constexpr int part_size = Structure::part_size;

 private:
  static constexpr auto pattern = detail::eliminate(Structure::blocks);
  using Int = std::int32_t;
  template <int n>
  using Table = std::array<Int, static_cast<std::size_t>(n > 0 ? n : 1)>;

  static constexpr const ConstraintBlock& block(int i) {
    return Structure::blocks[detail::index(i)];
  }

  struct Incidences {
    int count = 0, values = 0;
    Table<2 * blocks> offset{};  // by 2 block + side; -1 without a body
  };
  static constexpr Incidences lay_out() {
    Incidences out{};
    for (int i = 0; i < blocks; ++i)
      for (int side = 0; side < 2; ++side) {
        out.offset[detail::index(2 * i + side)] = -1;
        if (block(i).body[side] < 0) continue;
        out.offset[detail::index(2 * i + side)] = out.values;
        out.values += block(i).rows * part_size;
        ++out.count;
      }
    return out;
  }
  static constexpr Incidences incidences = lay_out();

  struct Tables {
    Table<2 * blocks> body{};
    Table<blocks> rows_of{}, kind{}, first_row{}, rows_at{}, first_row_at{}, diagonal{};
    Table<blocks + 1> column{}, update{};
    Table<pattern.entries> entry_position{}, entry_offset{}, entry_size{};
    Table<pattern.updates> target{};
    Table<parts + 1> touching{};          // incidences by body
    Table<incidences.count> incidence{};  // 2 block + side
    int values = 0, rows = 0, longest_column = 0, most_rows = 0, products = 0;
  };
  static constexpr int entry_of(const Tables& t, int row, int column) {
    for (int e = t.column[detail::index(column)]; e < t.column[detail::index(column + 1)]; ++e)
      if (t.entry_position[detail::index(e)] == row) return e;
    return -1;
  }
  static constexpr Tables tabulate() {
    using detail::index;
    Tables t{};
    for (int i = 0; i < blocks; ++i) {
      for (int side = 0; side < 2; ++side) t.body[index(2 * i + side)] = block(i).body[side];
      t.rows_of[index(i)] = block(i).rows;
      t.kind[index(i)] = block(i).kind;
      t.first_row[index(i)] = t.rows;
      t.rows += block(i).rows;
      if (block(i).rows > t.most_rows) t.most_rows = block(i).rows;
    }
    for (int p = 0; p < blocks; ++p) {
      const int i = pattern.block_at[index(p)];
      t.rows_at[index(p)] = block(i).rows;
      t.first_row_at[index(p)] = t.first_row[index(i)];
      t.diagonal[index(p)] = t.values;
      t.values += block(i).rows * block(i).rows;
    }
    int e = 0;
    for (int p = 0; p < blocks; ++p) {
      t.column[index(p)] = e;
      for (int r = p + 1; r < blocks; ++r)
        if (pattern.filled[index(r) * index(blocks) + index(p)]) {
          t.entry_position[index(e)] = r;
          t.entry_offset[index(e)] = t.values;
          t.entry_size[index(e)] = t.rows_at[index(r)] * t.rows_at[index(p)];
          t.values += t.entry_size[index(e)];
          ++e;
        }
      if (e - t.column[index(p)] > t.longest_column) t.longest_column = e - t.column[index(p)];
    }
    t.column[index(blocks)] = e;
    int u = 0;
    for (int p = 0; p < blocks; ++p) {
      t.update[index(p)] = u;
      for (int x = t.column[index(p)]; x < t.column[index(p + 1)]; ++x)
        for (int y = t.column[index(p)]; y <= x; ++y) {
          const int a = t.entry_position[index(x)], b = t.entry_position[index(y)];
          t.target[index(u)] =
              a == b ? t.diagonal[index(a)] : t.entry_offset[index(entry_of(t, a, b))];
          t.products += t.rows_at[index(a)] * t.rows_at[index(b)] * t.rows_at[index(p)];
          ++u;
        }
    }
    t.update[index(blocks)] = u;
    // the incidences of each body, in the order of elimination
    int count = 0;
    for (int b = 0; b < parts; ++b) {
      t.touching[index(b)] = count;
      for (int p = 0; p < blocks; ++p)
        for (int side = 0; side < 2; ++side)
          if (block(pattern.block_at[index(p)]).body[side] == b)
            t.incidence[index(count++)] = 2 * pattern.block_at[index(p)] + side;
    }
    t.touching[index(parts)] = count;
    return t;
  }
  static constexpr Tables tables = tabulate();

 public:
  static constexpr int rows = tables.rows;                      ///< constraints
  static constexpr int entries = pattern.entries;               ///< blocks below the diagonal
  static constexpr int values = tables.values;                  ///< numbers in the factor
  static constexpr int jacobian_values = incidences.values;     ///< numbers in G
  static constexpr int longest_column = tables.longest_column;  ///< most blocks in one column
  static constexpr int most_rows = tables.most_rows;            ///< most rows of one block

  /// By block: its rows, the first of them, its kind. By 2 block + side: the body, and where its
  /// part of the Jacobian begins; -1 without a body.
  static constexpr Table<blocks> rows_of = tables.rows_of;
  static constexpr Table<blocks> first_row = tables.first_row;
  static constexpr Table<blocks> kind = tables.kind;
  static constexpr Table<2 * blocks> body = tables.body;
  static constexpr Table<2 * blocks> jacobian_offset = incidences.offset;
  /// By position: rows, first row, where the diagonal block begins.
  static constexpr Table<blocks> rows_at = tables.rows_at;
  static constexpr Table<blocks> first_row_at = tables.first_row_at;
  static constexpr Table<blocks> diagonal = tables.diagonal;
  /// By position: the first entry of its column, and where the targets of its updates begin.
  static constexpr Table<blocks + 1> column = tables.column;
  static constexpr Table<blocks + 1> update = tables.update;
  /// By entry: the position of its row, where its block begins, and the numbers in it.
  static constexpr Table<pattern.entries> entry_position = tables.entry_position;
  static constexpr Table<pattern.entries> entry_offset = tables.entry_offset;
  static constexpr Table<pattern.entries> entry_size = tables.entry_size;
  static constexpr Table<pattern.updates> target = tables.target;
  /// By body: its first incidence; by incidence: 2 block + side.
  static constexpr Table<parts + 1> touching = tables.touching;
  static constexpr Table<incidences.count> incidence = tables.incidence;

 private:
  static constexpr int pair_count() {
    int n = 0;
    for (int b = 0; b < parts; ++b) {
      const int k = touching[detail::index(b + 1)] - touching[detail::index(b)];
      n += k * (k + 1) / 2;
    }
    return n;
  }
  struct Pairs {
    Table<pair_count()> target{}, first{};
    Table<parts + 1> begin{};
    std::array<bool, static_cast<std::size_t>(blocks + pattern.entries + 1)> written{};
    int products = 0;
  };
  static constexpr Pairs pair_up() {
    using detail::index;
    Pairs out{};
    int n = 0;
    for (int b = 0; b < parts; ++b) {
      out.begin[index(b)] = n;
      for (int x = touching[index(b)]; x < touching[index(b + 1)]; ++x)
        for (int y = touching[index(b)]; y <= x; ++y) {
          const int a = pattern.position_of[index(incidence[index(x)] / 2)];
          const int c = pattern.position_of[index(incidence[index(y)] / 2)];
          const int e = a == c ? a : blocks + entry_of(tables, a, c);
          out.target[index(n)] = a == c ? diagonal[index(a)] : entry_offset[index(e - blocks)];
          out.first[index(n)] = !out.written[index(e)];
          out.written[index(e)] = true;
          out.products += rows_at[index(a)] * rows_at[index(c)] * part_size;
          ++n;
        }
    }
    out.begin[index(parts)] = n;
    return out;
  }
  static constexpr Pairs pairs = pair_up();
  static constexpr int count_fill() {
    int n = 0;
    for (int e = 0; e < entries; ++e) n += !pairs.written[detail::index(blocks + e)];
    return n;
  }

 public:
  /// Blocks of S that no body writes: fill.
  static constexpr int fill = count_fill();
  /// By pair of incidences of one body: the block of S it adds to, and whether it is the first.
  static constexpr Table<pair_count()> pair_target = pairs.target;
  static constexpr Table<pair_count()> pair_is_first = pairs.first;
  static constexpr Table<parts + 1> pair = pairs.begin;

 private:
  static constexpr Table<fill> list_fill() {
    Table<fill> out{};
    int n = 0;
    for (int e = 0; e < entries; ++e)
      if (!pairs.written[detail::index(blocks + e)]) out[detail::index(n++)] = e;
    return out;
  }

 public:
  static constexpr Table<fill> fill_entry = list_fill();

  /// Multiplications of a factorisation with its S, less than a tenth off, and of a solve.
  static constexpr int factorise_products = tables.products + pairs.products;
  static constexpr int solve_products = 2 * (tables.values + incidences.values);

  /// 2 i + side, as a type where i is one.
  template <int i, int side_of>
  static constexpr std::integral_constant<int, 2 * i + side_of> side(
      std::integral_constant<int, i>, std::integral_constant<int, side_of>) {
    return {};
  }
  static constexpr int side(int i, int side_of) { return 2 * i + side_of; }

  /// Whether all blocks are of one kind.
  static constexpr bool uniform() {
    for (int i = 1; i < blocks; ++i)
      if (block(i).kind != block(0).kind) return false;
    return blocks > 0;
  }
  /// Whether loops over blocks are unrolled: then all of a block is known when compiled.
  static constexpr bool unrolled = factorise_products <= Structure::unrolled_products;
  /// Whether the kind of a block is: its rows, and which entries of its Jacobian are 0, 1 or -1.
  /// Of loops where all kinds are one and its blocks small: they are unrolled then.
  static constexpr bool known_kinds = unrolled || (uniform() && most_rows <= 3);
};

}  // namespace taut
