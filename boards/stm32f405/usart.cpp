/// \file
/// The serial port by USART1 (RM0090, section 30.6) at 115200 baud, on PA9 and PA10 (section 8.4;
/// alternate function 7 in the data sheet's table 9).

#include "board.hpp"
#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"
#include "cortex_m/vector_table.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t AHB1ENR = hardware::rcc + 0x30;
constexpr std::uint32_t APB2ENR = hardware::rcc + 0x44;
constexpr std::uint32_t AHB1ENR_GPIOA = 1u << 0;
constexpr std::uint32_t APB2ENR_USART1 = 1u << 4;

constexpr std::uint32_t MODER = hardware::gpioa + 0x00;
constexpr std::uint32_t AFRH = hardware::gpioa + 0x24;

constexpr std::uint32_t SR = hardware::usart + 0x00;
constexpr std::uint32_t DR = hardware::usart + 0x04;
constexpr std::uint32_t BRR = hardware::usart + 0x08;
constexpr std::uint32_t CR1 = hardware::usart + 0x0C;

constexpr std::uint32_t SR_ORE = 1u << 3;
constexpr std::uint32_t SR_RXNE = 1u << 5;
constexpr std::uint32_t SR_TXE = 1u << 7;
constexpr std::uint32_t CR1_RE = 1u << 2;
constexpr std::uint32_t CR1_TE = 1u << 3;
constexpr std::uint32_t CR1_RXNEIE = 1u << 5;
constexpr std::uint32_t CR1_UE = 1u << 13;
constexpr std::uint32_t baud = 115'200;

}  // namespace

void cortex_m::start_serial() {
  reg(AHB1ENR) = reg(AHB1ENR) | AHB1ENR_GPIOA;
  reg(APB2ENR) = reg(APB2ENR) | APB2ENR_USART1;
  cortex_m::read_back(APB2ENR);  // the clock is there two cycles later (7.3.14)

  // PA9 and PA10: alternate function 7
  reg(AFRH) = (reg(AFRH) & ~0xFF0u) | 0x770;
  reg(MODER) = (reg(MODER) & ~(0xFu << 18)) | 0xAu << 18;

  reg(BRR) = (hardware::clocks.usart_hz + baud / 2) / baud;
  reg(CR1) = CR1_UE | CR1_TE;
}

void cortex_m::start_receive() { reg(CR1) = CR1_UE | CR1_TE | CR1_RE | CR1_RXNEIE; }

void taut_receive() {
  std::uint32_t status = reg(SR);
  // reading DR after SR clears an overrun, too
  for (; (status & (SR_RXNE | SR_ORE)) != 0; status = reg(SR)) {
    const auto byte = static_cast<std::uint8_t>(reg(DR));
    if ((status & SR_RXNE) != 0) cortex_m::keep_received(byte);
    if ((status & SR_ORE) != 0) cortex_m::count_dropped();
  }
}

bool board::try_write_byte(std::uint8_t byte) {
  if ((reg(SR) & SR_TXE) == 0) return false;
  reg(DR) = byte;
  return true;
}
