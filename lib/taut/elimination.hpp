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

template <class I>
constexpr std::size_t index(I i) {
  return static_cast<std::size_t>(i);
}

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
  using Int = std::int16_t;
  template <int n>
  using Table = std::array<Int, static_cast<std::size_t>(n > 0 ? n : 1)>;

  static constexpr const ConstraintBlock& block(int i) {
    return Structure::blocks[detail::index(i)];
  }
  // Sums in int, stored short: what the assertion below the tables holds against the range.
  static constexpr Int narrow(int i) { return static_cast<Int>(i); }

  static constexpr int part_of(int of_body) { return of_body < 0 ? -1 : part_size * of_body; }

  struct Tables {
    Table<blocks> rows_of{}, kind{}, first_row{}, rows_at{}, block_at{}, first_row_at{}, diagonal{};
    Table<2 * blocks> body{}, part{}, part_at{};
    Table<blocks + 1> column{};
    Table<pattern.entries> entry_position{}, entry_row{}, entry_offset{}, update{};
    Table<pattern.entries + 1> shared{};
    Table<pattern.updates> target{};
    int values = 0, rows = 0, longest_column = 0, most_rows = 0, products = 0, fill = 0;
    int shared_bodies = 0;
  };
  static constexpr int entry_of(const Tables& t, int row, int of_column) {
    for (int e = t.column[detail::index(of_column)]; e < t.column[detail::index(of_column + 1)];
         ++e)
      if (t.entry_position[detail::index(e)] == row) return e;
    return -1;
  }
  // f(side of i, side of k, body) for each body that blocks i and k share.
  template <class F>
  static constexpr void for_each_shared(int i, int k, F&& f) {
    for (int side = 0; side < 2; ++side)
      for (int other = 0; other < 2; ++other)
        if (block(i).body[side] >= 0 && block(i).body[side] == block(k).body[other])
          f(side, other, block(i).body[side]);
  }
  static constexpr Tables tabulate() {
    using detail::index;
    Tables t{};
    for (int i = 0; i < blocks; ++i) {
      for (int side = 0; side < 2; ++side) {
        t.body[index(2 * i + side)] = narrow(block(i).body[side]);
        t.part[index(2 * i + side)] = narrow(part_of(block(i).body[side]));
      }
      t.rows_of[index(i)] = narrow(block(i).rows);
      t.kind[index(i)] = narrow(block(i).kind);
      t.first_row[index(i)] = narrow(t.rows);
      t.rows += block(i).rows;
      if (block(i).rows > t.most_rows) t.most_rows = block(i).rows;
    }
    for (int p = 0; p < blocks; ++p) {
      const int i = pattern.block_at[index(p)];
      t.block_at[index(p)] = narrow(i);
      t.rows_at[index(p)] = narrow(block(i).rows);
      t.first_row_at[index(p)] = t.first_row[index(i)];
      t.diagonal[index(p)] = narrow(t.values);
      t.values += block(i).rows * block(i).rows;
      for_each_shared(i, i, [&](int side, int other, int) {
        if (side == other) t.products += block(i).rows * (block(i).rows + 1) / 2 * part_size;
      });
      for (int side = 0; side < 2; ++side)
        t.part_at[index(2 * p + side)] = t.part[index(2 * i + side)];
    }
    int e = 0;
    for (int p = 0; p < blocks; ++p) {
      t.column[index(p)] = narrow(e);
      for (int r = p + 1; r < blocks; ++r)
        if (pattern.filled[index(r) * index(blocks) + index(p)]) {
          const int size = t.rows_at[index(r)] * t.rows_at[index(p)];
          t.entry_position[index(e)] = narrow(r);
          t.entry_row[index(e)] = t.first_row_at[index(r)];
          t.entry_offset[index(e)] = narrow(t.values);
          t.values += size;
          t.shared[index(e)] = narrow(t.shared_bodies);
          for_each_shared(pattern.block_at[index(r)], pattern.block_at[index(p)],
                          [&](int, int, int) {
                            ++t.shared_bodies;
                            t.products += size * part_size;
                          });
          t.fill += t.shared[index(e)] == t.shared_bodies;
          ++e;
        }
      if (e - t.column[index(p)] > t.longest_column) t.longest_column = e - t.column[index(p)];
    }
    t.column[index(blocks)] = narrow(e);
    t.shared[index(e)] = narrow(t.shared_bodies);
    int u = 0;
    for (int p = 0; p < blocks; ++p) {
      for (int x = t.column[index(p)]; x < t.column[index(p + 1)]; ++x) {
        t.update[index(x)] = narrow(u);
        for (int y = t.column[index(p)]; y <= x; ++y) {
          const int a = t.entry_position[index(x)], b = t.entry_position[index(y)];
          t.target[index(u)] =
              a == b ? t.diagonal[index(a)] : t.entry_offset[index(entry_of(t, a, b))];
          t.products += t.rows_at[index(a)] * t.rows_at[index(b)] * t.rows_at[index(p)];
          ++u;
        }
      }
    }
    return t;
  }
  static constexpr Tables tables = tabulate();
  static_assert(tables.values <= 32767 && pattern.updates <= 32767 &&
                    tables.shared_bodies <= 32767 && parts * part_size <= 32767 &&
                    2 * tables.rows * part_size <= 32767,
                "taut: the mechanism is too large for tables of 16 bits.");

  struct Shared {
    Table<tables.shared_bodies> part{}, sides{};
  };
  static constexpr Shared list_shared() {
    using detail::index;
    Shared out{};
    int n = 0;
    for (int p = 0; p < blocks; ++p)
      for (int e = tables.column[index(p)]; e < tables.column[index(p + 1)]; ++e)
        for_each_shared(tables.block_at[index(tables.entry_position[index(e)])],
                        tables.block_at[index(p)], [&](int side, int other, int body) {
                          out.part[index(n)] = narrow(part_of(body));
                          out.sides[index(n++)] = narrow(2 * side + other);
                        });
    return out;
  }
  static constexpr Shared shared_tables = list_shared();

 public:
  static constexpr int rows = tables.rows;                      ///< constraints
  static constexpr int entries = pattern.entries;               ///< blocks below the diagonal
  static constexpr int fill = tables.fill;                      ///< those that S does not have
  static constexpr int values = tables.values;                  ///< numbers in the factor
  static constexpr int longest_column = tables.longest_column;  ///< most blocks in one column
  static constexpr int most_rows = tables.most_rows;            ///< most rows of one block

  /// By block: its rows, the first of them, its kind. By 2 block + side: the body, and the first of
  /// its velocities; -1 without one.
  static constexpr Table<blocks> rows_of = tables.rows_of;
  static constexpr Table<blocks> first_row = tables.first_row;
  static constexpr Table<blocks> kind = tables.kind;
  static constexpr Table<2 * blocks> body = tables.body;
  static constexpr Table<2 * blocks> part = tables.part;
  /// By position: the block, its rows, the first of them, where its diagonal block begins. By
  /// 2 position + side: the first velocity of the body.
  static constexpr Table<blocks> block_at = tables.block_at;
  static constexpr Table<blocks> rows_at = tables.rows_at;
  static constexpr Table<blocks> first_row_at = tables.first_row_at;
  static constexpr Table<blocks> diagonal = tables.diagonal;
  static constexpr Table<2 * blocks> part_at = tables.part_at;
  /// By position: the first entry of its column.
  static constexpr Table<blocks + 1> column = tables.column;
  /// By entry: the position of its row, the first of its rows, where its block begins, and the
  /// first of its updates, with the entries above it in its column and with itself; by those: where
  /// the block begins that they change.
  static constexpr Table<pattern.entries> entry_position = tables.entry_position;
  static constexpr Table<pattern.entries> entry_row = tables.entry_row;
  static constexpr Table<pattern.entries> entry_offset = tables.entry_offset;
  static constexpr Table<pattern.entries> update = tables.update;
  static constexpr Table<pattern.updates> target = tables.target;
  /// By entry: the first of the bodies that its two joints share; by those: the first velocity, and
  /// twice the side the body is of the joint of the row and the side it is of that of the column.
  static constexpr Table<pattern.entries + 1> shared = tables.shared;
  static constexpr Table<tables.shared_bodies> shared_part = shared_tables.part;
  static constexpr Table<tables.shared_bodies> shared_sides = shared_tables.sides;

  /// Multiplications of a factorisation with its S, less than a tenth off, and of a solve.
  static constexpr int factorise_products = tables.products;
  static constexpr int solve_products = 2 * tables.values + 4 * tables.rows * part_size;

  /// 2 i + side, as a type where i is one.
  template <int i, int side_of>
  static constexpr std::integral_constant<int, 2 * i + side_of> side(
      std::integral_constant<int, i>, std::integral_constant<int, side_of>) {
    return {};
  }
  static constexpr std::ptrdiff_t side(std::ptrdiff_t i, int side_of) { return 2 * i + side_of; }

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
  /// Whether blocks are looped over that are all of one size.
  static constexpr bool alike = known_kinds && !unrolled;
};

}  // namespace taut
