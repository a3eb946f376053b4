// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded ahead of the C library, it notes when a process has read from a device and when it has sent and received something, in
// the file that BENCH_HOPS names. So the program itself need not be changed, and costs nothing more in other runs.
//
// A row is one of bench-ends: when the call had returned and when it began, then which it was and how many bytes.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum call { CALL_READ = 1, CALL_SEND, CALL_RECEIVE };

struct row {
    int64_t moment, begun;
    int32_t call, bytes;
};

static int file = -1;

__attribute__((constructor)) static void open_file(void) {
    const char *path = getenv("BENCH_HOPS");
    if (path) file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    unsetenv("LD_PRELOAD"); // of this process alone
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static ssize_t noted(enum call call, int64_t begun, ssize_t bytes) {
    struct row row = {now(), begun, call, (int32_t)bytes};
    if (bytes > 0 && file >= 0) syscall(SYS_write, file, &row, sizeof row);
    return bytes;
}

ssize_t read(int descriptor, void *buffer, size_t size) {
    int64_t begun = now();
    return noted(CALL_READ, begun, syscall(SYS_read, descriptor, buffer, size));
}

ssize_t send(int descriptor, const void *buffer, size_t size, int flags) {
    int64_t begun = now();
    return noted(CALL_SEND, begun, syscall(SYS_sendto, descriptor, buffer, size, flags, NULL, 0));
}

ssize_t recv(int descriptor, void *buffer, size_t size, int flags) {
    int64_t begun = now();
    return noted(CALL_RECEIVE, begun, syscall(SYS_recvfrom, descriptor, buffer, size, flags, NULL, NULL));
}
