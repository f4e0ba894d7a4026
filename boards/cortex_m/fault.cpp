/// \file
/// The fault: safe outputs first, then the report over the serial port with its name, its cause
/// where that is plain, status and address registers where the core has them, and the registers
/// that were stacked; then a failing exit. Runs on an emptied stack (see reset.S), needs nothing
/// initialised.

#include "board.hpp"
#include "cortex_m/core.hpp"
#include "cortex_m/exit_status.hpp"
#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"

extern "C" {
extern const std::uint32_t __stack_limit[];
[[noreturn]] void taut_report_fault(std::uint32_t exception, std::uint32_t frame);

/// What the exception stacked: r0 to r3, r12, lr, pc, xpsr; zero where the stack was lost.
[[gnu::used]] std::uint32_t taut_fault_frame[8];

/// An image without outputs.
[[gnu::weak]] void taut_safe_outputs() {}
}

namespace {

constexpr const char* name[16] = {"thread",       "Reset",       "NMI",         "HardFault",
                                  "MemManage",    "BusFault",    "UsageFault",  "reserved_7",
                                  "reserved_8",   "reserved_9",  "reserved_10", "SVCall",
                                  "DebugMonitor", "reserved_13", "PendSV",      "SysTick"};

constexpr const char* stacked[8] = {"r0", "r1", "r2", "r3", "r12", "lr", "pc", "xpsr"};

void write_text(const char* text) {
  std::size_t size = 0;
  while (text[size] != '\0') ++size;
  board::write(text, size);
}

void write_line(const char* key, std::uint32_t value) {
  char line[10] = {' '};
  for (std::size_t i = 0; i < 8; ++i) {
    const std::uint32_t digit = (value >> (28 - 4 * i)) & 0xF;
    line[1 + i] = "0123456789abcdef"[digit];
  }
  line[9] = '\n';
  write_text(key);
  board::write(line, sizeof line);
}

bool in_stack(std::uint32_t frame) {
  return frame >= reinterpret_cast<std::uint32_t>(__stack_limit);
}

void write_status(std::uint32_t frame) {
  using namespace cortex_m;
  constexpr std::uint32_t null_page = 1024;
  const std::uint32_t cfsr = reg(scb::CFSR);
  const bool fetched = (cfsr & scb::CFSR_IACCVIOL) != 0;
  const bool read_or_written = (cfsr & scb::CFSR_MMARVALID) != 0;
  if (in_stack(frame) && (fetched || read_or_written)) {
    const std::uint32_t address = fetched ? taut_fault_frame[6] : reg(scb::MMFAR);
    if (address < null_page) {
      write_text("null pointer\n");
    } else if (fetched) {
      write_text("not executable\n");
    }
  }
  write_line("cfsr", cfsr);
  write_line("hfsr", reg(scb::HFSR));
  write_line("mmfar", reg(scb::MMFAR));
  write_line("bfar", reg(scb::BFAR));
}

}  // namespace

void taut_report_fault(std::uint32_t exception, std::uint32_t frame) {
  taut_safe_outputs();

  using namespace cortex_m;
  const bool is_system_exception = exception < 16;
  start_serial();
  write_text("\nfault ");
  write_text(is_system_exception ? name[exception] : "unexpected_interrupt");
  write_text("\n");
  if (!in_stack(frame)) write_text("stack overflow\n");
  if (!is_system_exception) write_line("interrupt", exception - 16);
  if constexpr (core::is_mainline) write_status(frame);
  for (std::size_t i = 0; i < 8; ++i) write_line(stacked[i], taut_fault_frame[i]);
  write_line("frame", frame);

  board::exit(is_system_exception ? fault + static_cast<int>(exception) : unexpected_interrupt);
}
