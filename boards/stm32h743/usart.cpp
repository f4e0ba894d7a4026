/// \file
/// The serial port by USART3 (RM0433, section 48.7) at 115200 baud, on PD8 and PD9 (section 11.4;
/// alternate function 7 in the data sheet's table 12).

#include "board.hpp"
#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"
#include "cortex_m/vector_table.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t AHB4ENR = hardware::rcc + 0x0E0;
constexpr std::uint32_t APB1LENR = hardware::rcc + 0x0E8;
constexpr std::uint32_t AHB4ENR_GPIOD = 1u << 3;
constexpr std::uint32_t APB1LENR_USART3 = 1u << 18;

constexpr std::uint32_t MODER = hardware::gpiod + 0x00;
constexpr std::uint32_t AFRH = hardware::gpiod + 0x24;

constexpr std::uint32_t CR1 = hardware::usart + 0x00;
constexpr std::uint32_t BRR = hardware::usart + 0x0C;
constexpr std::uint32_t ISR = hardware::usart + 0x1C;
constexpr std::uint32_t ICR = hardware::usart + 0x20;
constexpr std::uint32_t RDR = hardware::usart + 0x24;
constexpr std::uint32_t TDR = hardware::usart + 0x28;

constexpr std::uint32_t CR1_UE = 1u << 0;
constexpr std::uint32_t CR1_RE = 1u << 2;
constexpr std::uint32_t CR1_TE = 1u << 3;
constexpr std::uint32_t CR1_RXNEIE = 1u << 5;
constexpr std::uint32_t ISR_ORE = 1u << 3;  // cleared by the same bit of ICR
constexpr std::uint32_t ISR_RXNE = 1u << 5;
constexpr std::uint32_t ISR_TXE = 1u << 7;
constexpr std::uint32_t baud = 115'200;

}  // namespace

void cortex_m::start_serial() {
  reg(AHB4ENR) = reg(AHB4ENR) | AHB4ENR_GPIOD;
  reg(APB1LENR) = reg(APB1LENR) | APB1LENR_USART3;
  cortex_m::read_back(APB1LENR);  // the clock is there two cycles later (8.5.11)

  // PD8 and PD9: alternate function 7
  reg(AFRH) = (reg(AFRH) & ~0xFFu) | 0x77;
  reg(MODER) = (reg(MODER) & ~(0xFu << 16)) | 0xAu << 16;

  reg(CR1) = 0;
  reg(BRR) = (hardware::clocks.usart_hz + baud / 2) / baud;
  reg(CR1) = CR1_UE | CR1_TE;
}

void cortex_m::start_receive() { reg(CR1) = CR1_UE | CR1_TE | CR1_RE | CR1_RXNEIE; }

void taut_receive() {
  std::uint32_t status = reg(ISR);
  for (; (status & (ISR_RXNE | ISR_ORE)) != 0; status = reg(ISR)) {
    if ((status & ISR_RXNE) != 0) cortex_m::keep_received(static_cast<std::uint8_t>(reg(RDR)));
    if ((status & ISR_ORE) != 0) {
      reg(ICR) = ISR_ORE;
      cortex_m::count_dropped();
    }
  }
}

bool board::try_write_byte(std::uint8_t byte) {
  if ((reg(ISR) & ISR_TXE) == 0) return false;
  reg(TDR) = byte;
  return true;
}
