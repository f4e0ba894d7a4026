qemu-system-arm -M netduinoplus2 -display none -monitor none -serial stdio -semihosting-config enable=on,target=native -icount shift=7,sleep=off -kernel {image}
