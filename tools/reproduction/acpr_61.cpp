/// \file
/// Ascher, Chin, Petzold, Reich, Table 6.1: drift of the arm on the parabola over 40 s.

#include "post_stabilization.hpp"

int main() {
  reproduction::PostStabilizationTable<taut::models::ArmOnParabola<double>>{"acpr-6.1", 40}.print();
}
