# SPDX-License-Identifier: GPL-3.0-or-later
"""Clients of the service's control socket, all of one user: a quarter send garbage, a quarter ask and read nothing, and the
other half read politely what they are told. Who is turned away or let go comes again after a while.

    service_clients.py PATH UID GID COUNT

Prints how many connections it has had, after each second."""
import os
import selectors
import socket
import sys
import time

path, uid, gid, count = sys.argv[1], *map(int, sys.argv[2:])
os.setgroups([gid])
os.setgid(uid)
os.setuid(uid)
kinds = [("garbage", "stalled", "polite", "polite")[index % 4] for index in range(count)]
AGAIN = 0.5  # seconds
ready = selectors.DefaultSelector()
due = [0.0] * count
ends = [None] * count
connections = 0


def leave(index):
    if ends[index]:
        if kinds[index] == "polite":
            ready.unregister(ends[index])
        ends[index].close()
        ends[index] = None


def say(index, text):
    try:
        ends[index].send(text)
    except BlockingIOError:
        pass
    except OSError:
        leave(index)


def come(index):
    global connections
    end = socket.socket(socket.AF_UNIX)
    end.setblocking(False)
    try:
        end.connect(path)
    except OSError:
        end.close()
        return
    connections += 1
    ends[index] = end
    if kinds[index] == "polite":
        ready.register(end, selectors.EVENT_READ, index)
    if kinds[index] != "garbage":
        say(index, b'{"id":1,"request":"watch","edges":true}\n')


told = time.monotonic()
while True:
    now = time.monotonic()
    for index in range(count):
        if now < due[index]:
            continue
        due[index] = now + AGAIN
        if ends[index] is None:
            come(index)
        elif kinds[index] == "garbage":
            say(index, os.urandom(2000) + b"\n{\"id\":1}\n")
        elif kinds[index] == "stalled":
            say(index, b'{"id":2,"request":"status"}\n' * 40)
    for key, _ in ready.select(0.1):
        try:
            if not key.fileobj.recv(65_536):
                leave(key.data)
        except BlockingIOError:
            pass
        except OSError:
            leave(key.data)
    if now - told > 1:
        told = now
        print(connections, sum(x is not None for x in ends), flush=True)
