/* Runs thunks of 64-bit Arm: the same calls that test_thunks.py makes on the machine's own CPU. */
#include "thunked.c"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { SLOT = 700, SLOTS = 1280, ROOM = 256 };

#define CHECK(condition)                                        \
    do {                                                        \
        if (!(condition)) {                                     \
            printf("line %d: %s\n", __LINE__, #condition);      \
            exit(1);                                            \
        }                                                       \
    } while (0)

static uintptr_t bottom[SLOTS], driver[SLOTS], device_table[SLOTS];
static void *device[2] = {device_table};

static void check_physical(void *trampoline, void *terminator) {
    void *below[3] = {bottom, driver, (void *)0xD00D};
    void *top[4] = {bottom, 0, 0, below};
    bottom[SLOT] = (uintptr_t)terminator;
    driver[SLOT] = (uintptr_t)known_end;
    CHECK(call_known(trampoline, top) == 0x1122334455667788);
    CHECK(seen.handle == (void *)0xD00D && seen.aligned);
    CHECK(seen.integers[0] == -7 && seen.integers[6] == -8 && seen.integers[7] == 77 && seen.doubles[3] == 8.5);
    driver[SLOT] = (uintptr_t)unknown_end;
    CHECK(call_unknown(trampoline, top) == 0.5);
    CHECK(seen.handle == (void *)0xD00D && seen.integers[3] == 13 && seen.integers[8] == 8);
    CHECK(seen.doubles[1] == 14.5 && seen.doubles[7] == 91.0);
}

static void check_queue(void *queue, void *queue2) {
    device_table[SLOT] = (uintptr_t)queue_end;
    CHECK(call_queue(queue, device, 1) == objects[5] && seen.handle == device && seen.aligned);
    CHECK(objects[5][0] == device_table && objects[4][0] == 0);
    CHECK(call_queue(queue, device, 0) == 0);
    answer_with(1, -1);
    CHECK(call_queue(queue, device, 1) == 0);
    answer_with(0, -1);
    objects[5][0] = 0;
    device_table[SLOT] = (uintptr_t)queue2_end;
    CHECK(call_queue2(queue2, device, 1) == objects[5] && objects[5][0] == device_table);
    CHECK(call_queue2(queue2, device, 0) == 0);
    objects[5][0] = 0;
}

static void check_allocate(void *allocate) {
    device_table[SLOT] = (uintptr_t)allocate_end;
    CHECK(call_allocate(allocate, device, 0) == 0 && objects[0][0] == 0);
    answer_with(0, 2);
    CHECK(call_allocate(allocate, device, 4) == 0 && seen.handle == device && seen.aligned);
    CHECK(objects[1][0] == device_table && objects[3][0] == device_table);
    CHECK(objects[2][0] == 0 && objects[4][0] == 0);
    objects[1][0] = 0;
    answer_with(-2, -1);
    CHECK(call_allocate(allocate, device, 2) == -2 && objects[1][0] == 0);
}

/* Standard input: trampoline, physical trampoline, physical terminator, constant(-3), queue, queue 2,
   allocation, each in ROOM bytes. */
int main(void) {
    char *code = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(code != MAP_FAILED);
    CHECK(fread(code, ROOM, 7, stdin) == 7);
    CHECK(mprotect(code, 4096, PROT_READ | PROT_EXEC) == 0);
    __builtin___clear_cache(code, code + 4096);

    device_table[SLOT] = (uintptr_t)known_end;
    CHECK(call_known((void *)code, device) == 0x1122334455667788 && seen.handle == device);
    check_physical(code + ROOM, code + 2 * ROOM);
    CHECK(call_without_arguments((void *)(code + 3 * ROOM)) == -3);
    check_queue(code + 4 * ROOM, code + 5 * ROOM);
    check_allocate(code + 6 * ROOM);
    puts("all calls arrived");
    return 0;
}
