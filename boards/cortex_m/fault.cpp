/// \file
/// The fault report: name, fault status and address registers, stacked pc and lr over the serial
/// port, then a failing exit. Runs on an emptied stack (see reset.S) and needs nothing initialised.

#include "board.hpp"
#include "cortex_m/exit_status.hpp"
#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"

extern "C" {
extern const std::uint32_t __stack_limit[];
[[noreturn]] void taut_report_fault(std::uint32_t exception, std::uint32_t pc, std::uint32_t lr,
                                    std::uint32_t frame);
}

namespace {

constexpr const char* name[16] = {"thread",       "Reset",       "NMI",         "HardFault",
                                  "MemManage",    "BusFault",    "UsageFault",  "reserved_7",
                                  "reserved_8",   "reserved_9",  "reserved_10", "SVCall",
                                  "DebugMonitor", "reserved_13", "PendSV",      "SysTick"};

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

}  // namespace

void taut_report_fault(std::uint32_t exception, std::uint32_t pc, std::uint32_t lr,
                       std::uint32_t frame) {
  using namespace cortex_m;
  const bool is_system_exception = exception < 16;

  start_serial();
  write_text("\nfault ");
  write_text(is_system_exception ? name[exception] : "unexpected_interrupt");
  write_text("\n");
  if (frame < reinterpret_cast<std::uint32_t>(__stack_limit)) write_text("stack overflow\n");
  if (!is_system_exception) write_line("interrupt", exception - 16);
  write_line("cfsr", reg(scb::CFSR));
  write_line("hfsr", reg(scb::HFSR));
  write_line("mmfar", reg(scb::MMFAR));
  write_line("bfar", reg(scb::BFAR));
  write_line("pc", pc);
  write_line("lr", lr);
  write_line("frame", frame);

  board::exit(is_system_exception ? fault + static_cast<int>(exception) : unexpected_interrupt);
}
