/* The few declarations that the test driver, layer and program need. Written out so that they
 * build on a machine without Vulkan headers. */
#ifndef VULKAN_SUBSET_H
#define VULKAN_SUBSET_H

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

typedef int32_t VkResult;
typedef void (*VoidFunction)(void);
typedef VoidFunction (*GetProcAddr)(void *handle, const char *name);

enum {
    SUCCESS = 0,
    INCOMPLETE = 5,
    INITIALIZATION_FAILED = -3,
    STRUCTURE_INSTANCE_CREATE_INFO = 1,
    STRUCTURE_LOADER_INSTANCE_CREATE_INFO = 47,
    LAYER_LINK_INFO = 0,
};

typedef struct {
    int32_t sType;
    const void *pNext;
    const char *applicationName;
    uint32_t applicationVersion;
    const char *engineName;
    uint32_t engineVersion;
    uint32_t apiVersion;
} ApplicationInfo;

typedef struct {
    int32_t sType;
    const void *pNext;
    uint32_t flags;
    const ApplicationInfo *applicationInfo;
    uint32_t layerCount;
    const char *const *layerNames;
    uint32_t extensionCount;
    const char *const *extensionNames;
} InstanceCreateInfo;

typedef struct {
    char name[256];
    uint32_t specVersion;
    uint32_t implementationVersion;
    char description[256];
} LayerProperties;

typedef struct {
    char name[256];
    uint32_t specVersion;
} ExtensionProperties;

typedef struct LayerLink {
    struct LayerLink *next;
    GetProcAddr nextGetInstanceProcAddr;
    GetProcAddr nextGetPhysicalDeviceProcAddr;
} LayerLink;

typedef struct {
    int32_t sType;
    const void *pNext;
    int32_t function;
    LayerLink *link;
} LayerInstanceCreateInfo;

typedef VkResult (*CreateInstance)(const InstanceCreateInfo *, const void *, void **);

/* Base name of the library that this code stands in, without "lib" and ".so": each copy of the
 * library is a driver or layer of its own name, and "-crash" and the like choose how it behaves. */
static inline const char *own_name(void) {
    static char name[256];
    Dl_info info;
    if (name[0] == '\0' && dladdr((void *)own_name, &info) != 0) {
        const char *base = strrchr(info.dli_fname, '/');
        base = base != NULL ? base + 1 : info.dli_fname;
        if (strncmp(base, "lib", 3) == 0) base += 3;
        snprintf(name, sizeof name, "%s", base);
        char *end = strstr(name, ".so");
        if (end != NULL) *end = '\0';
    }
    return name;
}

/* Append one's own name to the file that a variable names, if it is set. */
static inline void record_in(const char *variable) {
    const char *path = getenv(variable);
    FILE *file = path != NULL ? fopen(path, "a") : NULL;
    if (file == NULL) return;
    fprintf(file, "%s\n", own_name());
    fclose(file);
}

static inline int behaves(const char *mode) { return strstr(own_name(), mode) != NULL; }

/* Set by layers that touch something; those that are touchy do not bear it. */
#define TOUCHED "VKCONFIG_PY_TEST_TOUCHED"

/* Whether the layer settings file that a variable names has a line. */
static inline int is_set(const char *line) {
    const char *path = getenv("VK_LAYER_SETTINGS_PATH");
    char read[512];
    if (path == NULL) return 0;
    snprintf(read, sizeof read, "%s/vk_layer_settings.txt", path);
    FILE *file = fopen(read, "r");
    if (file == NULL) file = fopen(path, "r");
    if (file == NULL) return 0;
    int found = 0;
    while (!found && fgets(read, sizeof read, file) != NULL) found = strstr(read, line) != NULL;
    fclose(file);
    return found;
}

static inline void misbehave(void) {
    if (behaves("-crash")) raise(SIGSEGV);
    if (behaves("-touchy") && getenv(TOUCHED) != NULL) raise(SIGSEGV);
    if (behaves("-obeys") && is_set(".crash = true")) raise(SIGSEGV);
    if (behaves("-exit")) _exit(7);
    if (behaves("-hang")) {
        signal(SIGTERM, SIG_IGN);
        for (;;) sleep(1000);
    }
    if (behaves("-noise")) {
        for (int line = 0; line < 20000; line++) printf("noise on stdout, line %d\n", line);
        fflush(stdout);
    }
}

#endif
