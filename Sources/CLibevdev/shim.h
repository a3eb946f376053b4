// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <sys/ioctl.h>
