/// \file
/// What a run of tools/simulate leaves: rows of a CSV file, the largest residuals, the energy.
///
///     t,q0,..,u0,..,lambda0,..,s0,..,g,gdot   17 digits: they read back to the same bits
///
/// Row 0 is the start, then every so many steps, and the last state whatever its number.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>

#include "simulation/arguments.hpp"

namespace simulation {

/// The largest value of a residual and when it was reached. What is not a number counts as larger.
struct Largest {
  double value = -1, time_s = 0;

  void see(double x, double t) {
    if (x <= value || std::isnan(value)) return;
    value = x;
    time_s = t;
  }
};

/// How far an energy has gone from its start.
struct EnergyRecord {
  bool known = false;
  double start = 0, end = 0, largest_change = 0;

  void see(double x) {
    if (!known) start = x;
    known = true;
    end = x;
    largest_change = std::fmax(largest_change, std::fabs(x - start));
  }
};

/// One state as it is written: arrays of the scalar.
template <class Q, class U, class L, class A = std::array<double, 0>>
struct Sample {
  double time_s;
  const Q& q;
  const U& u;
  const L& lambda;
  double position_residual, velocity_residual;
  A s{};  // algebraic coordinates
};
template <class Q, class U, class L>
Sample(double, const Q&, const U&, const L&, double, double) -> Sample<Q, U, L>;
template <class Q, class U, class L, class A>
Sample(double, const Q&, const U&, const L&, double, double, const A&) -> Sample<Q, U, L, A>;

class Recorder {
 public:
  /// `csv` names a file, or is - for standard output; without it no rows are written.
  explicit Recorder(const Arguments& arguments) : every_(arguments.count("every")) {
    const std::string name = arguments.text("csv");
    if (name == "-")
      file_ = stdout;
    else if (!name.empty())
      file_ = std::fopen(name.c_str(), "w");
    sound_ = name.empty() || file_ != nullptr;
  }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  ~Recorder() { close(); }

  /// The first line. `multiplier` is the name of the columns after u.
  template <class SampleType>
  void head(const SampleType& sample, const char* multiplier) {
    if (file_ == nullptr) return;
    std::fprintf(file_, "t");
    for (std::size_t i = 0; i < sample.q.size(); ++i) std::fprintf(file_, ",q%zu", i);
    for (std::size_t i = 0; i < sample.u.size(); ++i) std::fprintf(file_, ",u%zu", i);
    for (std::size_t i = 0; i < sample.lambda.size(); ++i)
      std::fprintf(file_, ",%s%zu", multiplier, i);
    for (std::size_t i = 0; i < sample.s.size(); ++i) std::fprintf(file_, ",s%zu", i);
    std::fprintf(file_, ",g,gdot\n");
  }

  /// A state: number 0 is the start.
  template <class SampleType>
  void see(unsigned long number, bool last, const SampleType& sample) {
    position_.see(sample.position_residual, sample.time_s);
    velocity_.see(sample.velocity_residual, sample.time_s);
    if (file_ == nullptr || (number % every_ != 0 && !last)) return;
    std::fprintf(file_, "%.17g", sample.time_s);
    write(sample.q);
    write(sample.u);
    write(sample.lambda);
    write(sample.s);
    std::fprintf(file_, ",%.17g,%.17g\n", sample.position_residual, sample.velocity_residual);
    ++rows_;
  }
  void see_energy(double energy) { energy_.see(energy); }

  /// Tells all but the end of the run; false where the file could not be written.
  bool finish() {
    tell("largest_g", position_.value);
    tell("largest_g_at", position_.time_s);
    tell("largest_gdot", velocity_.value);
    tell("largest_gdot_at", velocity_.time_s);
    if (energy_.known) {
      tell("energy_start", energy_.start);
      tell("energy_end", energy_.end);
      tell("energy_largest_change", energy_.largest_change);
    }
    tell_count("rows", rows_);
    close();
    if (!sound_) tell("unwritable", "the rows could not be written");
    return sound_;
  }

 private:
  template <class Array>
  void write(const Array& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      std::fprintf(file_, ",%.17g", static_cast<double>(values[i]));
  }

  void close() {
    if (file_ == nullptr) return;
    sound_ = sound_ && std::fflush(file_) == 0 && std::ferror(file_) == 0;
    if (file_ != stdout) std::fclose(file_);
    file_ = nullptr;
  }

  std::FILE* file_ = nullptr;
  unsigned long every_, rows_ = 0;
  bool sound_ = true;
  Largest position_, velocity_;
  EnergyRecord energy_;
};

}  // namespace simulation
