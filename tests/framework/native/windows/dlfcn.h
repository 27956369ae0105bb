/* What the sources of the tests use of dlfcn.h and stdlib.h and Windows lacks. */
#ifndef WINDOWS_DLFCN_H
#define WINDOWS_DLFCN_H

#include <stdlib.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#define RTLD_NOW 2

typedef struct {
    const char *dli_fname;
} Dl_info;

/* Loads a loader whose questions to Windows pretended_windows.c answers. */
void *dlopen(const char *path, int mode);
const char *dlerror(void);

static inline void *dlsym(void *library, const char *name) {
    return (void *)GetProcAddress((HMODULE)library, name);
}

static inline int dladdr(const void *address, Dl_info *info) {
    static char path[MAX_PATH];
    HMODULE module;
    DWORD flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                  GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    if (!GetModuleHandleExA(flags, (LPCSTR)address, &module)) return 0;
    GetModuleFileNameA(module, path, sizeof path);
    for (char *at = path; *at != '\0'; at++) {
        if (*at == '\\') *at = '/';
    }
    info->dli_fname = path;
    return 1;
}

static inline int setenv(const char *name, const char *value, int overwrite) {
    if (!overwrite && GetEnvironmentVariableA(name, NULL, 0) != 0) return 0;
    return SetEnvironmentVariableA(name, value) ? 0 : -1;
}

static inline int unsetenv(const char *name) { return SetEnvironmentVariableA(name, NULL) ? 0 : -1; }

#endif
