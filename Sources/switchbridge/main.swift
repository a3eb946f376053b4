// SPDX-License-Identifier: GPL-3.0-or-later
StandardFiles.openClosed()
Program.run(Array(CommandLine.arguments.dropFirst()), .standard()).perform()
