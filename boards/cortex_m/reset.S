/*
 * Reset and fault entry, in the instructions of ARMv6-M, which every later core has. In assembler because
 * a compiler may move FPU pushes above the statement that switches the FPU on, and because the stack is
 * painted before it is used.
 *
 * Reset_Handler is weak, as in CMSIS; tools/check_image refuses one that touches the FPU too early.
 */
  .syntax unified
  .thumb

  .equ CPACR, 0xE000ED88

  .section .taut.board, "", %progbits
  .asciz TAUT_BOARD

  .section .text.Reset_Handler, "ax", %progbits
  .weak Reset_Handler
  .type Reset_Handler, %function
  .thumb_func
Reset_Handler:
#ifdef __ARM_FP
  /* FPU on (CP10 and CP11), and in effect, before anything else. */
  ldr r0, =CPACR
  ldr r1, [r0]
  movs r2, #0xF
  lsls r2, r2, #20
  orrs r1, r2
  str r1, [r0]
  dsb
  isb
#endif

  /* A debugger may have left another stack pointer than the vector table's. */
  ldr r1, =__stack_top
  msr msp, r1

  /* Paint the whole stack; board::stack_used_bytes looks for the lowest word that changed. */
  ldr r0, =__stack_limit
  ldr r2, =__stack_paint
.Lpaint:
  stmia r0!, {r2}
  cmp r0, r1
  blo .Lpaint

  /* .data, and code for a faster memory where the board has one, from their load addresses. */
  ldr r0, =__data_start
  ldr r1, =__data_end
  ldr r2, =__data_load
  bl .Lcopy_words
  ldr r0, =__fast_start
  ldr r1, =__fast_end
  ldr r2, =__fast_load
  bl .Lcopy_words

  /* .bss to zero. */
  ldr r0, =__bss_start
  ldr r1, =__bss_end
  movs r2, #0
  b .Lbss_end
.Lbss:
  stmia r0!, {r2}
.Lbss_end:
  cmp r0, r1
  blo .Lbss

  bl taut_before_main
  bl main
  bl taut_after_main

/* Words from r2 to [r0, r1). */
.Lcopy:
  ldmia r2!, {r3}
  stmia r0!, {r3}
.Lcopy_words:
  cmp r0, r1
  blo .Lcopy
  bx lr
  .size Reset_Handler, . - Reset_Handler

/*
 * Every exception that has no handler of its own. Hands (IPSR, frame address) to the report, on an empty
 * stack: a stack that has overflowed is no place to report from, and the report does not return. What was
 * stacked, r0 to r3, r12, lr, pc, xpsr, is copied to taut_fault_frame before, unless the frame lies outside
 * the stack.
 */
  .section .text.taut_fault_entry, "ax", %progbits
  /* An image without a tick of its own: one that arrives all the same is an unexpected interrupt. */
  .weak taut_tick
  .thumb_set taut_tick, taut_fault_entry
  .global taut_fault_entry
  .type taut_fault_entry, %function
  .thumb_func
taut_fault_entry:
  cpsid i
  mov r0, lr
  movs r2, #4
  tst r0, r2
  beq .Lmain_stack
  mrs r1, psp
  b .Lframe
.Lmain_stack:
  mrs r1, msp
.Lframe:
  mrs r0, ipsr
  ldr r2, =__stack_limit
  cmp r1, r2
  blo .Lreport
  ldr r2, =__stack_top
  subs r2, #32
  cmp r1, r2
  bhi .Lreport
  ldr r2, =taut_fault_frame
  movs r3, #32
.Lframe_word:
  subs r3, #4
  ldr r4, [r1, r3]
  str r4, [r2, r3]
  bne .Lframe_word
.Lreport:
  ldr r2, =__stack_top
  mov sp, r2
  bl taut_report_fault
  .size taut_fault_entry, . - taut_fault_entry
