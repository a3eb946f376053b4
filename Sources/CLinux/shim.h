// SPDX-License-Identifier: GPL-3.0-or-later
// Linux calls that Swift's Glibc module does not carry.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timex.h>

// glibc hides these two behind _GNU_SOURCE, which Swift's importer does not define.
extern const char *strerrorname_np(int code);
extern const char *strerrordesc_np(int code);
