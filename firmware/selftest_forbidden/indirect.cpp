/// \file
/// Must be refused by the stack bound: a call through a pointer.

int zero() { return 0; }

int (*volatile function)() = zero;

int main() { return function() + 1; }
