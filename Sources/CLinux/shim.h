// SPDX-License-Identifier: GPL-3.0-or-later
// Linux calls that Swift's Glibc module does not carry.
#pragma once
#include <linux/rfkill.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timex.h>

// glibc hides these two behind _GNU_SOURCE, which Swift's importer does not define.
extern const char *strerrorname_np(int code);
extern const char *strerrordesc_np(int code);

// Descriptors and credentials over a Unix socket (unix(7)): the macros of cmsg(3), SO_PEERCRED's struct and SO_PEERGROUPS.
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SWITCHBRIDGE_DESCRIPTOR_LIMIT 3

struct switchbridge_peer {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

// As errno has it, 0 when it could be told. The struct is glibc's `struct ucred`, which needs _GNU_SOURCE.
static inline int switchbridge_peer_of(int socket, struct switchbridge_peer *peer) {
    socklen_t size = sizeof *peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

// The supplementary groups of the peer: how many, or -1. At most `limit` are written.
static inline int switchbridge_peer_groups(int socket, gid_t *groups, unsigned limit) {
    socklen_t size = limit * sizeof *groups;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0) return -1;
    return (int)(size / sizeof *groups);
}

// send(2) with `count` descriptors beside the bytes.
static inline ssize_t switchbridge_send_descriptors(int socket, const void *bytes, size_t length, const int *descriptors,
                                                    unsigned count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(SWITCHBRIDGE_DESCRIPTOR_LIMIT * sizeof(int))];
    } control;
    struct iovec part = {(void *)bytes, length};
    struct msghdr message = {0};
    if (count > SWITCHBRIDGE_DESCRIPTOR_LIMIT) count = SWITCHBRIDGE_DESCRIPTOR_LIMIT;
    memset(&control, 0, sizeof control);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.room;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// recv(2) that also takes the descriptors sent beside the bytes; they are closed on exec. What does not fit the kernel closes.
static inline ssize_t switchbridge_receive_descriptors(int socket, void *bytes, size_t length, int *descriptors,
                                                       unsigned *count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(SWITCHBRIDGE_DESCRIPTOR_LIMIT * sizeof(int))];
    } control;
    struct iovec part = {bytes, length};
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.room;
    message.msg_controllen = sizeof control.room;
    *count = 0;
    ssize_t received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        unsigned found = (unsigned)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        for (unsigned index = 0; index < found; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
            if (*count < SWITCHBRIDGE_DESCRIPTOR_LIMIT)
                descriptors[(*count)++] = descriptor;
            else
                close(descriptor); // the room is rounded up, so one more than asked for can fit
        }
    }
    return received;
}

// pidfd_open(2), Linux 5.3: a descriptor that becomes readable when the process ends.
static inline int switchbridge_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
