/// \file
/// See allocation_guard.hpp. With the C library the allocating functions are replaced by ones that
/// count and pass on; under the address sanitizer, which has replaced them already, it is asked to
/// call a hook.
#include "support/allocation_guard.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace {
std::atomic<long> count{0};
}  // namespace

namespace taut::testing {
long allocations() { return count; }
}  // namespace taut::testing

#if defined(__has_feature)  // clang
#if __has_feature(address_sanitizer)
#define TAUT_TEST_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)  // GCC
#define TAUT_TEST_ADDRESS_SANITIZER
#endif

#if defined(TAUT_TEST_ADDRESS_SANITIZER)

// Of the sanitizer's allocator_interface.h, which GCC does not install.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*,
                                                                           std::size_t),
                                                         void (*on_free)(const volatile void*));

namespace {
void on_malloc(const volatile void*, std::size_t) { ++count; }
void on_free(const volatile void*) {}
[[maybe_unused]] const int installed =
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}  // namespace

#else

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  ++count;
  return __libc_calloc(n, size);
}
void* realloc(void* old, std::size_t size) {
  ++count;
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  *result = memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
}

#endif
