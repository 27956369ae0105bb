/* A driver that does one thing wrong at one moment, and is well before it.
 *
 * WHEN: CONSTRUCTOR, NEGOTIATE or CREATE. DEED: what is done then.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONSTRUCTOR 1
#define NEGOTIATE 2
#define CREATE 3
#define SEGV 1
#define ABORT 2
#define HANG 3
#define SPIN 4
#define EXIT0 5
#define EXIT7 6
#define LEAVE 7 /* a process that holds everything open, and goes on */
#define FLOOD 8

typedef void (*VoidFunction)(void);

static void do_it(int now) {
    if (now != WHEN) return;
    switch (DEED) {
        case SEGV: *(volatile int *)8 = 1; break;
        case ABORT: abort();
        case HANG:
            signal(SIGTERM, SIG_IGN);
            for (;;) sleep(60);
        case SPIN:
            signal(SIGTERM, SIG_IGN);
            sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0}); /* whoever works comes first */
            for (;;) {}
        case EXIT0: _exit(0);
        case EXIT7: exit(7);
        case FLOOD:
            for (int line = 0; line < 100000; ++line) puts("a line that nobody asked for");
            break;
        case LEAVE:
            if (fork() == 0) {
                setsid();
                signal(SIGTERM, SIG_IGN);
                for (;;) sleep(60);
            }
            break;
    }
}

__attribute__((constructor)) static void begin(void) { do_it(CONSTRUCTOR); }

static uint64_t the_instance[2] = {0x01CDC0DE};

static int create_instance(const void *info, const void *allocator, void **instance) {
    (void)info;
    (void)allocator;
    do_it(CREATE);
    *instance = the_instance;
    return 0;
}

static int nothing(void *handle, uint32_t *count, void *out) {
    (void)handle;
    (void)out;
    *count = 0;
    return 0;
}

static int no_extensions(const char *layer, uint32_t *count, void *out) {
    return nothing((void *)layer, count, out);
}

static void unused(void) {}

__attribute__((visibility("default"))) int vk_icdNegotiateLoaderICDInterfaceVersion(
    uint32_t *version) {
    do_it(NEGOTIATE);
    if (*version > 5) *version = 5;
    return 0;
}

__attribute__((visibility("default"))) VoidFunction vk_icdGetInstanceProcAddr(
    void *instance, const char *name) {
    (void)instance;
    if (strcmp(name, "vkCreateInstance") == 0) return (VoidFunction)create_instance;
    if (strcmp(name, "vkEnumerateInstanceExtensionProperties") == 0)
        return (VoidFunction)no_extensions;
    if (strcmp(name, "vkEnumeratePhysicalDevices") == 0) return (VoidFunction)nothing;
    if (strcmp(name, "vkEnumerateInstanceVersion") == 0) return NULL;
    return unused;
}
