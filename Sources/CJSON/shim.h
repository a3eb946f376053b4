// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <json-c/json.h>
