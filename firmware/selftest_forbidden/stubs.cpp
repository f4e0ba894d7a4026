/// \file
/// What newlib asks of a system, answered with nothing, as nosys.specs would: it lets the images of
/// this folder link, so that tools/check_image has something to refuse.

#include <cstddef>

extern "C" {
void* __dso_handle = nullptr;
void* _sbrk(std::ptrdiff_t) { return nullptr; }
int _write(int, const void*, int) { return -1; }
int _read(int, void*, int) { return -1; }
int _close(int) { return -1; }
int _fstat(int, void*) { return -1; }
int _isatty(int) { return 0; }
int _lseek(int, int, int) { return -1; }
int _kill(int, int) { return -1; }
int _getpid() { return 1; }
[[noreturn]] void _exit(int) {
  for (;;) {
  }
}
}
