/// \file
/// Arm MPS2, FPGA image AN386: Cortex-M4F at 25 MHz, as QEMU's machine mps2-an386. Register names
/// and addresses are from the Cortex-M System Design Kit manual (DDI 0479: APB timer, APB UART) and
/// Arm's application note AN386. Not verified on the FPGA board itself.
///
/// Cost is measured in instructions under `-icount shift=7`: an instruction takes 2^7 = 128 ns, a
/// count of the 25 MHz SysTick 40 ns, so n instructions are 3.2 n counts and n = counts * 5 / 16.

#include "board.hpp"

#include "cortex_m/interrupts.hpp"
#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"
#include "cortex_m/vector_table.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t clock_hz = 25'000'000;
constexpr std::size_t interrupt_count = 32;

// CMSDK APB timer 0.
namespace timer0 {
constexpr std::uint32_t CTRL = 0x40000000;
constexpr std::uint32_t VALUE = 0x40000004;
constexpr std::uint32_t RELOAD = 0x40000008;
constexpr std::uint32_t INTSTATUS = 0x4000000C;  // INTCLEAR when written

constexpr std::uint32_t CTRL_EN = 1u << 0;
constexpr std::uint32_t CTRL_IRQEN = 1u << 3;
constexpr std::uint32_t interrupt = 8;
}  // namespace timer0

// CMSDK APB UART 0.
namespace uart0 {
constexpr std::uint32_t DATA = 0x40004000;
constexpr std::uint32_t STATE = 0x40004004;
constexpr std::uint32_t CTRL = 0x40004008;
constexpr std::uint32_t INTSTATUS = 0x4000400C;  // INTCLEAR when written
constexpr std::uint32_t BAUDDIV = 0x40004010;

constexpr std::uint32_t STATE_TXFULL = 1u << 0;
constexpr std::uint32_t STATE_RXFULL = 1u << 1;
constexpr std::uint32_t STATE_RXOVERRUN = 1u << 3;
constexpr std::uint32_t CTRL_TXEN = 1u << 0;
constexpr std::uint32_t CTRL_RXEN = 1u << 1;
constexpr std::uint32_t CTRL_RXIRQEN = 1u << 3;
constexpr std::uint32_t INT_RX = 1u << 1;
constexpr std::uint32_t baud = 115'200;
constexpr std::uint32_t receive_interrupt = 0;
}  // namespace uart0

using Table = cortex_m::VectorTable<interrupt_count>;

}  // namespace

extern "C" {
extern const Table vector_table;
[[gnu::used, gnu::section(".vectors")]] alignas(
    cortex_m::vector_table_alignment(interrupt_count)) constexpr Table vector_table =
    cortex_m::make_vector_table<interrupt_count, timer0::interrupt, uart0::receive_interrupt>();
}

static_assert(sizeof(Table) == 4 * (16 + interrupt_count), "The vector table has a hole.");
static_assert(alignof(Table) <= cortex_m::vector_table_alignment(interrupt_count));

const cortex_m::CostScale cortex_m::systick_cost = {5, 16, "instructions"};

void cortex_m::start_serial() {
  reg(uart0::BAUDDIV) = clock_hz / uart0::baud;
  reg(uart0::CTRL) = uart0::CTRL_TXEN;
}

void board::start() {
  cortex_m::start_serial();
  cortex_m::enable_interrupt(uart0::receive_interrupt, cortex_m::receive_priority);
  reg(uart0::CTRL) = uart0::CTRL_TXEN | uart0::CTRL_RXEN | uart0::CTRL_RXIRQEN;
  cortex_m::start_cost_clock();
}

bool board::start_tick(std::uint32_t tick_hz) {
  if (tick_hz == 0 || clock_hz % tick_hz != 0) return false;
  const std::uint32_t counts = clock_hz / tick_hz;
  if (counts < 2) return false;

  // A reload of N is a period of N + 1 counts.
  reg(timer0::CTRL) = 0;
  reg(timer0::RELOAD) = counts - 1;
  reg(timer0::VALUE) = counts - 1;
  reg(timer0::INTSTATUS) = 1;
  cortex_m::enable_interrupt(timer0::interrupt, cortex_m::tick_priority);
  reg(timer0::CTRL) = timer0::CTRL_EN | timer0::CTRL_IRQEN;
  return true;
}

void board::stop_tick() {
  reg(timer0::CTRL) = 0;
  reg(timer0::INTSTATUS) = 1;
  cortex_m::disable_interrupt(timer0::interrupt);
}

void board::acknowledge_tick() {
  reg(timer0::INTSTATUS) = 1;
  // The write must reach the timer before the handler returns, or the interrupt is taken again.
  asm volatile("dsb" ::: "memory");
}

bool board::tick_pending() { return reg(timer0::INTSTATUS) != 0; }

void board::wait_for_interrupt() {
  // No WFI: in QEMU 7.2 with `-icount sleep=off` one WFI lets two timer periods pass and every
  // second tick is lost; with `sleep=on` ticks come at the host's pace. Polling is exact.
  asm volatile("nop" ::: "memory");
}

void taut_receive() {
  reg(uart0::INTSTATUS) = uart0::INT_RX;
  while ((reg(uart0::STATE) & uart0::STATE_RXFULL) != 0) {
    cortex_m::keep_received(static_cast<std::uint8_t>(reg(uart0::DATA)));
  }
  if ((reg(uart0::STATE) & uart0::STATE_RXOVERRUN) != 0) {
    reg(uart0::STATE) = uart0::STATE_RXOVERRUN;  // cleared by a 1
    cortex_m::count_dropped();
  }
}

bool board::try_write_byte(std::uint8_t byte) {
  if ((reg(uart0::STATE) & uart0::STATE_TXFULL) != 0) return false;
  reg(uart0::DATA) = byte;
  return true;
}

void board::write(const char* text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    while (!try_write_byte(static_cast<std::uint8_t>(text[i]))) {
    }
  }
}
