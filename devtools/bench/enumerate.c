/* The yardstick of the engine: times one vkEnumerateInstanceLayerProperties of a loader library and
 * prints its result, the number of layers, the seconds and the peak memory in kB.
 *
 * enumerate LIBRARY */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static long peak_memory(void) {
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long kilobytes = 0;
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, "VmHWM:", 6) == 0) sscanf(line + 6, "%ld", &kilobytes);
    }
    if (status != NULL) fclose(status);
    return kilobytes;
}

int main(int argc, char **argv) {
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (library == NULL) {
        fprintf(stderr, "enumerate: %s\n", argc == 2 ? dlerror() : "needs a library");
        return 2;
    }
    int32_t (*enumerate)(uint32_t *, void *) =
        (int32_t(*)(uint32_t *, void *))dlsym(library, "vkEnumerateInstanceLayerProperties");
    struct timespec start, end;
    uint32_t count = 0;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int32_t result = enumerate(&count, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
    printf("[%d, %u, %.9f, %ld]\n", result, count, seconds, peak_memory());
    return 0;
}
