/// \file
/// The serial port by the UART of an nRF51 (Reference Manual 3.0, section 29) at 115200 baud, on
/// the pins that lead to the micro:bit's USB port.

#include "board.hpp"
#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"
#include "cortex_m/vector_table.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t TASKS_STARTRX = hardware::uart0 + 0x000;
constexpr std::uint32_t TASKS_STARTTX = hardware::uart0 + 0x008;
constexpr std::uint32_t EVENTS_RXDRDY = hardware::uart0 + 0x108;
constexpr std::uint32_t EVENTS_TXDRDY = hardware::uart0 + 0x11C;
constexpr std::uint32_t INTENSET = hardware::uart0 + 0x304;
constexpr std::uint32_t ERRORSRC = hardware::uart0 + 0x480;
constexpr std::uint32_t ENABLE = hardware::uart0 + 0x500;
constexpr std::uint32_t PSELTXD = hardware::uart0 + 0x50C;
constexpr std::uint32_t PSELRXD = hardware::uart0 + 0x514;
constexpr std::uint32_t RXD = hardware::uart0 + 0x518;
constexpr std::uint32_t TXD = hardware::uart0 + 0x51C;
constexpr std::uint32_t BAUDRATE = hardware::uart0 + 0x524;

constexpr std::uint32_t ENABLE_UART = 4;
constexpr std::uint32_t INT_RXDRDY = 1u << 2;
constexpr std::uint32_t ERRORSRC_OVERRUN = 1u << 0;  // cleared by a 1
constexpr std::uint32_t BAUDRATE_115200 = 0x01D7E000;

// A byte is on its way, until EVENTS_TXDRDY. Of the one writer alone.
bool is_sending = false;

}  // namespace

void cortex_m::start_serial() {
  reg(PSELTXD) = hardware::uart_out_pin;
  reg(PSELRXD) = hardware::uart_in_pin;
  reg(BAUDRATE) = BAUDRATE_115200;
  reg(ENABLE) = ENABLE_UART;
  reg(TASKS_STARTTX) = 1;
}

void cortex_m::start_receive() {
  reg(INTENSET) = INT_RXDRDY;
  reg(TASKS_STARTRX) = 1;
}

void taut_receive() {
  while (reg(EVENTS_RXDRDY) != 0) {
    reg(EVENTS_RXDRDY) = 0;  // before the byte is taken: taking it admits the next
    cortex_m::keep_received(static_cast<std::uint8_t>(reg(RXD)));
  }
  if ((reg(ERRORSRC) & ERRORSRC_OVERRUN) != 0) {
    reg(ERRORSRC) = ERRORSRC_OVERRUN;
    cortex_m::count_dropped();
  }
}

bool board::try_write_byte(std::uint8_t byte) {
  if (is_sending && reg(EVENTS_TXDRDY) == 0) return false;
  reg(EVENTS_TXDRDY) = 0;
  reg(TXD) = byte;
  is_sending = true;
  return true;
}
