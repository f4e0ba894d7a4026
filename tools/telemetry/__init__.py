"""The host's end of the serial line, docs/telemetry.md: behind tools/monitor and tools/hil."""
