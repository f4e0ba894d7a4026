qemu-system-arm -M mps2-an385 -display none -monitor none -serial stdio -semihosting-config enable=on,target=native -icount shift=7,sleep=off -kernel {image}
