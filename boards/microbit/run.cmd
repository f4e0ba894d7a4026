qemu-system-arm -M microbit -display none -monitor none -serial stdio -semihosting-config enable=on,target=native -icount shift=7,sleep=off -kernel {image}
