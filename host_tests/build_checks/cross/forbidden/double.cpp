// A literal without its F makes the product a double.
float half(float x) { return static_cast<float>(0.5001 * x); }
