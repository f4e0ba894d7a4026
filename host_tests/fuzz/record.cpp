/// \file
/// Any bytes as the record of a state: what is refused changes nothing, and what is accepted is the
/// record that was made. A record with a few bits flipped, too, and one whose checksum was made to
/// fit.
#include "taut/realtime/record.hpp"

#include "fuzz.hpp"
#include "models/car_axle.hpp"

namespace {

using Model = taut::models::CarAxle<float>;
using Stepper = taut::Stepper<Model>;
using Record = taut::realtime::StateRecord<Stepper>;

template <class T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes in(data, size);
  Stepper stepper(Model{}, taut::StepSize<float>::hz(1000));
  const taut::models::CarAxleStart<float> start;
  fuzz::claim(stepper.reset(start.q, start.u) == taut::Status::ok, "it starts");
  const Record made = Record::of(stepper);

  std::uint8_t bytes[sizeof(Record)];
  std::memcpy(bytes, static_cast<const void*>(&made), sizeof bytes);
  const unsigned how = in.byte();
  for (std::uint8_t& byte : bytes) {
    if (how % 3 == 0) byte = in.byte();
    if (how % 3 == 1 && in.left() > 0 && in.byte() % 16 == 0)
      byte = static_cast<std::uint8_t>(byte ^ in.byte());
  }
  if (how % 3 == 2) {  // a state of any bytes behind a header and a checksum that fit
    constexpr std::size_t header = 40, sum = sizeof(Record) - 4;
    for (std::size_t i = header; i < sum; ++i) bytes[i] = in.byte();
    const std::uint32_t crc = taut::realtime::crc32(bytes, sum);
    std::memcpy(bytes + sum, &crc, sizeof crc);
  }

  Record record{};
  std::memcpy(static_cast<void*>(&record), bytes, sizeof bytes);
  const Stepper before = stepper;
  const taut::Status status = record.restore(stepper);
  if (status != taut::Status::ok)
    fuzz::claim(same(before.state(), stepper.state()), "a refused record changes nothing");
  else
    fuzz::claim(same(record, Record::of(stepper)), "what is restored is what was recorded");
  fuzz::claim(how % 3 == 2 || status == taut::Status::ok ? true : !same(record, made),
              "the record itself is accepted");
  return 0;
}
