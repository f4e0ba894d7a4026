/// \file
/// The serial port by a CMSDK APB UART, one byte each way (Arm Cortex-M System Design Kit Technical
/// Reference Manual, DDI 0479, section 4.4), at 115200 baud.

#include "board.hpp"
#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"
#include "cortex_m/vector_table.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t DATA = hardware::cmsdk_uart + 0x00;
constexpr std::uint32_t STATE = hardware::cmsdk_uart + 0x04;
constexpr std::uint32_t CTRL = hardware::cmsdk_uart + 0x08;
constexpr std::uint32_t INTSTATUS = hardware::cmsdk_uart + 0x0C;  // INTCLEAR when written
constexpr std::uint32_t BAUDDIV = hardware::cmsdk_uart + 0x10;

constexpr std::uint32_t STATE_TXFULL = 1u << 0;
constexpr std::uint32_t STATE_RXFULL = 1u << 1;
constexpr std::uint32_t STATE_RXOVERRUN = 1u << 3;
constexpr std::uint32_t CTRL_TXEN = 1u << 0;
constexpr std::uint32_t CTRL_RXEN = 1u << 1;
constexpr std::uint32_t CTRL_RXIRQEN = 1u << 3;
constexpr std::uint32_t INT_RX = 1u << 1;
constexpr std::uint32_t baud = 115'200;

}  // namespace

void cortex_m::start_serial() {
  reg(BAUDDIV) = hardware::peripheral_hz / baud;
  reg(CTRL) = CTRL_TXEN;
}

void cortex_m::start_receive() { reg(CTRL) = CTRL_TXEN | CTRL_RXEN | CTRL_RXIRQEN; }

void taut_receive() {
  reg(INTSTATUS) = INT_RX;
  while ((reg(STATE) & STATE_RXFULL) != 0) {
    cortex_m::keep_received(static_cast<std::uint8_t>(reg(DATA)));
  }
  if ((reg(STATE) & STATE_RXOVERRUN) != 0) {
    reg(STATE) = STATE_RXOVERRUN;  // cleared by a 1
    cortex_m::count_dropped();
  }
}

bool board::try_write_byte(std::uint8_t byte) {
  if ((reg(STATE) & STATE_TXFULL) != 0) return false;
  reg(DATA) = byte;
  return true;
}
