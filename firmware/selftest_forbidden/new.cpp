/// \file
/// Must be refused: operator new.

int* volatile kept;

int main() {
  kept = new int(1);
  return 0;
}
