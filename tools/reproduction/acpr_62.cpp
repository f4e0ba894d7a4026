/// \file
/// Ascher, Chin, Petzold, Reich, Table 6.2: drift of the arm driven at omega = 1/2 over 10 s.

#include "post_stabilization.hpp"

int main() {
  reproduction::PostStabilizationTable<taut::models::DrivenArm<double>>{"acpr-6.2", 10}.print();
}
