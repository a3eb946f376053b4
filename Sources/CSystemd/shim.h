// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

// CLOCK_BOOTTIME and rfkill's events: what Swift's Glibc module does not carry of the kernel's headers.
#include <linux/rfkill.h>
