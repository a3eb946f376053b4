// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

// glibc hides it behind _GNU_SOURCE, which Swift's importer does not define.
extern char *secure_getenv(const char *name);
