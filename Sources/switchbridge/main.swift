// SPDX-License-Identifier: GPL-3.0-or-later
Program.run(Array(CommandLine.arguments.dropFirst()), .standard()).perform()
