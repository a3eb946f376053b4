// SPDX-License-Identifier: GPL-3.0-or-later
// The Bluetooth sockets of the kernel, with the addresses and constants of libbluetooth's headers. Nothing of the library
// itself is called, so it is not linked.
#pragma once
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/l2cap.h>
