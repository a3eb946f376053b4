// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the place of the C library's ioctl in the process that it is linked into, for libevdev as well: the linker looks into
// the program first. So the real reader of devices runs where there are none, and no kernel is needed to count its
// instructions.
#include "CPipedDevice.h"

#include <linux/input.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct stat device;

void piped_device_is(int descriptor) { fstat(descriptor, &device); }

static int is_device(int descriptor) {
    struct stat found;
    return device.st_ino && fstat(descriptor, &found) == 0 && found.st_dev == device.st_dev && found.st_ino == device.st_ino;
}

static void set_bit(void *bits, unsigned number) { ((unsigned char *)bits)[number / 8] |= 1u << number % 8; }

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (_IOC_TYPE(request) != 'E' || !is_device(descriptor)) return (int)syscall(SYS_ioctl, descriptor, request, argument);
    if (!(_IOC_DIR(request) & _IOC_READ)) return 0; // EVIOCGRAB, EVIOCSCLOCKID: done
    memset(argument, 0, _IOC_SIZE(request));
    if (_IOC_NR(request) == _IOC_NR(EVIOCGBIT(0, 0))) {
        set_bit(argument, EV_SYN);
        set_bit(argument, EV_KEY);
    }
    if (_IOC_NR(request) == _IOC_NR(EVIOCGBIT(EV_KEY, 0)))
        for (unsigned button = BTN_0; button < BTN_0 + 8; button++) set_bit(argument, button);
    return 0;
}
