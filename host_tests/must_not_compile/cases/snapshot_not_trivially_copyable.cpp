// A snapshot is copied byte by byte.
// expect: taut: a snapshot holds a trivially copyable type.
#include "taut/realtime/snapshot.hpp"

struct Value {
#ifdef BROKEN
  Value(const Value& other) : x(other.x) {}
#endif
  float x;
};

void publish(taut::realtime::Snapshot<Value>& snapshot, const Value& value) {
  snapshot.write(value);
}
