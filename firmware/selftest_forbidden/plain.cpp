/// \file
/// Nothing to refuse: for the cases whose fault is in the linker script, the budget or the options.

int main() { return 0; }
