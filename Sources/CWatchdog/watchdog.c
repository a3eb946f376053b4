// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CWatchdog.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// Everything the handler touches stands here, filled in before a timer is started.
static volatile sig_atomic_t marker_descriptor = -1;
static volatile sig_atomic_t terminal_descriptor = -1;
static volatile sig_atomic_t status = 1;
static struct termios terminal_settings;
static const char marker_text[] = "the program stopped answering and was ended by its watchdog\n";

static timer_t handler_timer, kill_timer;

static void end_process(int signal_number) {
    (void)signal_number;
    // Every signal is blocked here, SIGTTOU too, so a background process may set the terminal as well (termios(3)).
    if (terminal_descriptor >= 0) tcsetattr(terminal_descriptor, TCSANOW, &terminal_settings);
    if (marker_descriptor >= 0) {
        ssize_t written = write(marker_descriptor, marker_text, sizeof marker_text - 1);
        (void)written;
    }
    _exit(status);
}

static int make_timer(int signal_number, timer_t *timer) {
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = signal_number;
    return timer_create(CLOCK_MONOTONIC, &event, timer) == 0 ? 0 : errno;
}

static int start_timer(timer_t timer, int64_t nanoseconds) {
    struct itimerspec setting = {
        .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000},
    };
    return timer_settime(timer, 0, &setting, NULL) == 0 ? 0 : errno;
}

int watchdog_prepare(int marker, int exit_code) {
    static int prepared = 0;
    marker_descriptor = marker;
    status = exit_code;
    if (prepared) return 0;

    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_process;
    sigfillset(&action.sa_mask);
    if (sigaction(SIGALRM, &action, NULL) != 0) return errno;
    sigset_t alarm_only;
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);

    int error = make_timer(SIGALRM, &handler_timer);
    // The kernel delivers SIGKILL from a timer like any other signal, and it ends even a stopped process.
    if (error == 0) error = make_timer(SIGKILL, &kill_timer);
    prepared = error == 0;
    return error;
}

int watchdog_remember_terminal(int terminal) {
    terminal_descriptor = -1;
    if (terminal < 0) return 0;
    if (tcgetattr(terminal, &terminal_settings) != 0) return errno;
    terminal_descriptor = terminal;
    return 0;
}

int watchdog_arm(int64_t handler_after, int64_t kill_after) {
    int error = start_timer(kill_timer, kill_after);
    return error != 0 ? error : start_timer(handler_timer, handler_after);
}
