/*
 * Reset and fault entry. In assembler because a compiler may move FPU pushes above the statement that
 * switches the FPU on, and because the stack is painted before it is used.
 *
 * Reset_Handler is weak, as in CMSIS; tools/check_image refuses one that touches the FPU too early.
 */
  .syntax unified
  .thumb

  .equ CPACR, 0xE000ED88
  .equ CPACR_CP10_CP11_FULL, 0xF << 20

  .section .text.Reset_Handler, "ax", %progbits
  .weak Reset_Handler
  .type Reset_Handler, %function
  .thumb_func
Reset_Handler:
  /* FPU on, and in effect, before anything else. */
  ldr r0, =CPACR
  ldr r1, [r0]
  orr r1, r1, #CPACR_CP10_CP11_FULL
  str r1, [r0]
  dsb
  isb

  /* A debugger may have left another stack pointer than the vector table's. */
  ldr r1, =__stack_top
  msr msp, r1

  /* Paint the whole stack; board::stack_used_bytes looks for the lowest word that changed. */
  ldr r0, =__stack_limit
  ldr r2, =__stack_paint
.Lpaint:
  cmp r0, r1
  itt lo
  strlo r2, [r0], #4
  blo .Lpaint

  /* .data from its load address. */
  ldr r0, =__data_start
  ldr r1, =__data_end
  ldr r2, =__data_load
.Ldata:
  cmp r0, r1
  ittt lo
  ldrlo r3, [r2], #4
  strlo r3, [r0], #4
  blo .Ldata

  /* .bss to zero. */
  ldr r0, =__bss_start
  ldr r1, =__bss_end
  movs r2, #0
.Lbss:
  cmp r0, r1
  itt lo
  strlo r2, [r0], #4
  blo .Lbss

  bl taut_before_main
  bl main
  bl taut_after_main
  .size Reset_Handler, . - Reset_Handler

/*
 * Every exception but reset and the tick. Hands (IPSR, stacked pc, stacked lr, frame address) to the
 * report, on an empty stack: a stack that has overflowed is no place to report from, and the report
 * does not return. pc and lr are 0 when the frame does not lie inside the stack.
 */
  .section .text.taut_fault_entry, "ax", %progbits
  .global taut_fault_entry
  .type taut_fault_entry, %function
  .thumb_func
taut_fault_entry:
  cpsid i
  tst lr, #4
  ite eq
  mrseq r3, msp
  mrsne r3, psp
  mrs r0, ipsr
  movs r1, #0
  movs r2, #0
  ldr r12, =__stack_limit
  cmp r3, r12
  blo .Lreport
  ldr r12, =__stack_top
  sub r12, r12, #32
  cmp r3, r12
  bhi .Lreport
  ldr r1, [r3, #24]
  ldr r2, [r3, #20]
.Lreport:
  ldr r12, =__stack_top
  mov sp, r12
  bl taut_report_fault
  .size taut_fault_entry, . - taut_fault_entry
