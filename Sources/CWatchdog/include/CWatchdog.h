// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the watchdog that runs inside a signal handler. It is C because a handler may call nothing but
// async-signal-safe functions (signal-safety(7)), and Swift's runtime promises none of that.
#pragma once
#include <stdint.h>

/// Installs the handler and makes both timers. `marker` is an open descriptor or -1; the process ends with
/// `exit_code`. Returns 0 or an errno value.
int watchdog_prepare(int marker, int exit_code);

/// Remembers how the terminal is set now, to be put back by the handler; -1 forgets it. Returns 0 or an errno value.
int watchdog_remember_terminal(int terminal);

/// Starts both timers anew; zero stops one. Nanoseconds of CLOCK_MONOTONIC. Returns 0 or an errno value.
int watchdog_arm(int64_t handler_after, int64_t kill_after);
