/// \file
/// Must be refused: run-time type information.

#include <typeinfo>

struct Shape {
  virtual int sides() const { return 0; }
};
struct Square : Shape {
  int sides() const override { return 4; }
};

Square square;
const Shape* volatile shape = &square;

int main() { return dynamic_cast<const Square*>(shape) != nullptr ? 0 : 1; }
