// Three kilobytes on the stack.
void fill(float* x);

float sum() {
  float x[768];
  fill(x);
  return x[0] + x[767];
}
