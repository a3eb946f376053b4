// SPDX-License-Identifier: GPL-3.0-or-later
// What glibc has allocated (mallinfo(3)), which Swift's Glibc module does not carry.
#pragma once
#include <malloc.h>
