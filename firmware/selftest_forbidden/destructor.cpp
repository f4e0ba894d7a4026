/// \file
/// Must not link: a global object with a destructor, which nothing would ever run.

volatile int value = 3;

struct Lasting {
  ~Lasting() { value = 0; }
};

Lasting lasting;

int main() { return value; }
