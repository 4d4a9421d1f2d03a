// SPDX-License-Identifier: BSD-3-Clause
// A child of vfork runs in its parent's memory until it becomes another program: nothing it does may be recorded there.
// It is inside from its first moment, and its parent leaves when it goes on. The return address is kept in a register,
// because the child overwrites the stack.
#include "record/inside.hpp"

#if defined(__x86_64__)

__asm__(R"(
    .text
    .globl vfork
    .type vfork, @function
vfork:
    .cfi_startproc
    endbr64
    popq %rdi
    .cfi_adjust_cfa_offset -8
    .cfi_register %rip, %rdi
    movq weft_record_inside@GOTTPOFF(%rip), %rsi
    incl %fs:(%rsi)
    movl $58, %eax
    syscall
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    .cfi_offset %rip, -8
    testl %eax, %eax
    jz 1f
    decl %fs:(%rsi)
    cmpl $-4095, %eax
    jae 2f
1:  ret
2:  negl %eax
    pushq %rax
    .cfi_adjust_cfa_offset 8
    call __errno_location@PLT
    popq %rdx
    .cfi_adjust_cfa_offset -8
    movl %edx, (%rax)
    movl $-1, %eax
    ret
    .cfi_endproc
    .size vfork, .-vfork
)");

#else

#include <unistd.h>

extern "C" pid_t weft_call_vfork() __asm__("vfork");
extern "C" pid_t weft_call_vfork() { return ::fork(); }

#endif
