/* The end of a chain that remembers how it was called, and callers that know what they pass. */
#include <stdint.h>
#include <string.h>

struct by_value {
    int64_t first, second, third;
    double fourth;
};

struct seen {
    void *handle;
    int64_t integers[12];
    double doubles[8];
    int aligned;
};

static struct seen seen;

const struct seen *last_seen(void) { return &seen; }

static void *objects[8][2];
static int answered, hole = -1;

void **object(int index) { return objects[index]; }

void answer_with(int code, int without) {
    answered = code;
    hole = without;
}

#define STACK_IS_ALIGNED ((uintptr_t)__builtin_frame_address(0) % 16 == 0)

/* Every letter of a signature but "v", more than registers can hold. */
int64_t known_end(void *handle, int32_t i, uint32_t u, uint64_t q, float f, double d, void *p, uint64_t h,
                  size_t z, int32_t i2, double d2, uint64_t q2, float f2) {
    seen = (struct seen){handle, {i, u, (int64_t)q, (int64_t)(uintptr_t)p, (int64_t)h, (int64_t)z, i2, (int64_t)q2},
                         {f, d, d2, f2}, STACK_IS_ALIGNED};
    return INT64_C(0x1122334455667788);
}

int64_t call_known(int64_t (*function)(void *, int32_t, uint32_t, uint64_t, float, double, void *, uint64_t,
                                       size_t, int32_t, double, uint64_t, float),
                   void *handle) {
    return function(handle, -7, 0xF0000001u, UINT64_C(0x8000000000000002), 1.5f, 2.25, (void *)0x1234,
                    UINT64_C(0xFEDCBA9876543210), 99, -8, 4.125, 77, 8.5f);
}

double unknown_end(void *handle, int32_t a, double b, struct by_value large, float c, int64_t d, int64_t e,
                   int64_t f, int64_t g, int64_t h, double i, double j, double k, double l, double m, double n) {
    seen = (struct seen){handle, {a, large.first, large.second, large.third, d, e, f, g, h},
                         {b, large.fourth, c, i, j, k, l, m + n}, STACK_IS_ALIGNED};
    return 0.5;
}

double call_unknown(double (*function)(void *, int32_t, double, struct by_value, float, int64_t, int64_t,
                                       int64_t, int64_t, int64_t, double, double, double, double, double, double),
                    void *handle) {
    struct by_value large = {11, 12, 13, 14.5};
    return function(handle, -1, 2.5, large, 3.5f, 4, 5, 6, 7, 8, 9.5, 10.5, 20.5, 30.5, 40.5, 50.5);
}

/* VkCommandBufferAllocateInfo and what it needs of VkDeviceQueueInfo2. */
struct allocate_info {
    int32_t type;
    const void *next;
    uint64_t pool;
    int32_t level;
    uint32_t count;
};

void queue_end(void *device, uint32_t family, uint32_t index, void **queue) {
    seen = (struct seen){device, {family, index}, {0}, STACK_IS_ALIGNED};
    if (queue) *queue = answered ? 0 : objects[index];
}

void queue2_end(void *device, const uint32_t *info, void **queue) {
    seen = (struct seen){device, {info[0], info[1]}, {0}, STACK_IS_ALIGNED};
    if (queue) *queue = answered ? 0 : objects[info[1]];
}

int allocate_end(void *device, const struct allocate_info *info, void **buffers) {
    seen = (struct seen){device, {info->count}, {0}, STACK_IS_ALIGNED};
    for (uint32_t i = 0; i < info->count; i++) buffers[i] = (int)i == hole ? 0 : objects[i];
    return answered;
}

void *call_queue(void (*function)(void *, uint32_t, uint32_t, void **), void *device, int somewhere) {
    void *queue = 0;
    function(device, 3, 5, somewhere ? &queue : 0);
    return queue;
}

void *call_queue2(void (*function)(void *, const uint32_t *, void **), void *device, int somewhere) {
    const uint32_t info[2] = {3, 5};
    void *queue = 0;
    function(device, info, somewhere ? &queue : 0);
    return queue;
}

int call_allocate(int (*function)(void *, const struct allocate_info *, void **), void *device, uint32_t count) {
    struct allocate_info info = {40, 0, 1, 0, count};
    void *buffers[8];
    memset(buffers, 0, sizeof buffers);
    return function(device, &info, buffers);
}

int call_without_arguments(int (*function)(void)) { return function(); }
