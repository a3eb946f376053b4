// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <unistd.h>

// ioctl is variadic and its requests are function-like macros; Swift sees neither.
static inline int evdev_set_clock(int descriptor, int clock) { return ioctl(descriptor, EVIOCSCLOCKID, &clock); }
static inline int evdev_revoke(int descriptor) { return ioctl(descriptor, EVIOCREVOKE, 0); }
static inline int uinput_set_phys(int descriptor, const char *phys) { return ioctl(descriptor, UI_SET_PHYS, phys); }

// The time fields of input_event are macros, since their layout differs between 32-bit and 64-bit time.
static inline long long evdev_event_nanoseconds(const struct input_event *event) {
    return (long long)event->input_event_sec * 1000000000LL + (long long)event->input_event_usec * 1000LL;
}
