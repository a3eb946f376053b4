// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The pipe that answers as a device of the kernel's does from now on: eight buttons, all up, which can be captured. What is
/// written into it is what libevdev reads of it.
void piped_device_is(int descriptor);
