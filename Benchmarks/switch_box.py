# SPDX-License-Identifier: GPL-3.0-or-later
"""A box with two buttons that the kernel's uinput makes."""
import fcntl
import os
import struct
import time

# linux/uinput.h
UI_SET_EVBIT, UI_SET_KEYBIT, UI_DEV_SETUP, UI_DEV_CREATE = 0x40045564, 0x40045565, 0x405C5503, 0x5501
# linux/input-event-codes.h
EV_SYN, EV_KEY, BTN_0, BTN_1 = 0, 1, 0x100, 0x101
BUS_USB = 3

NAME = "Benchmark Switch Box"
BUTTONS = (BTN_0, BTN_1)

PROFILE = f"""
schema: 1
name: Benchmark
devices:
  box:
    name: {NAME}
switches:
  - name: Left
    input: BTN_0
  - name: Right
    input: BTN_1
pc:
  profile: builtin.keyboard
"""


class SwitchBox:
    def __init__(self):
        self.file = os.open("/dev/uinput", os.O_RDWR)
        fcntl.ioctl(self.file, UI_SET_EVBIT, EV_KEY)
        for button in BUTTONS:
            fcntl.ioctl(self.file, UI_SET_KEYBIT, button)
        # struct uinput_setup: bus, vendor, product, version; the name; ff_effects_max
        setup = struct.pack("=4H80sI", BUS_USB, 0x1209, 0x0002, 1, NAME.encode(), 0)
        fcntl.ioctl(self.file, UI_DEV_SETUP, setup)
        fcntl.ioctl(self.file, UI_DEV_CREATE)

    def set(self, button, is_down):
        """One report, in one write: a reader never sees half of it."""
        os.write(self.file, self._event(EV_KEY, button, is_down) + self._event(EV_SYN, 0, 0))

    @staticmethod
    def _event(kind, code, value):
        return struct.pack("@llHHi", 0, 0, kind, code, value)  # the kernel puts its own time in

    def press(self, count, random):
        """Presses the buttons in turn, as fast as a person hardly can, whatever becomes of the presses: a press does not
        wait for the answer to the one before, or a slow answer would hide the slow ones behind it."""
        for number in range(count):
            button = BUTTONS[number % len(BUTTONS)]
            for is_down in (1, 0):
                self.set(button, is_down)
                time.sleep(random.uniform(0.05, 0.1))
