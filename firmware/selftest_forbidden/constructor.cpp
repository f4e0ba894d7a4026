/// \file
/// Must be refused: a constructor of a global object that the image does not declare.

volatile int value = 3;
int copy = value;

int main() { return copy; }
