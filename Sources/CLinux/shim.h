// SPDX-License-Identifier: GPL-3.0-or-later
// Linux calls that Swift's Glibc module does not carry.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
