#include "models/knife_edge.hpp"

#include "methods/methods.hpp"

bool measure_knife_edge() {
  using namespace taut::models;
  return measure_methods<KnifeEdge<float>>("knife_edge", KnifeEdgeStart<float>{}, 1000);
}
