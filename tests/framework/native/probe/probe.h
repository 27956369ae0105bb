/* What the probe driver and the probe layer share: knobs read from a text beside the library, notes
 * of what happened to it, and ways to misbehave.
 *
 * libNAME.so reads libNAME.so.conf: one `knob=value` a line. `knob@1=value` counts instead while the
 * variable VKCONFIG_PY_PROBE_PHASE is "1", so a client can change a machine between two calls.
 * A note is one JSON object on a line, appended to the file that VKCONFIG_PY_PROBE_NOTES names. */
#ifndef PROBE_H
#define PROBE_H

#include "../vulkan_subset.h" /* first: it asks for what glibc does not show by itself */

#include <fcntl.h>
#include <stdarg.h>

#define PHYSICAL_DEVICE_PROPERTIES_SIZE 824
#define DEVICE_NAME_AT 20
#define DRIVER_MAGIC 0x01CDC0DEu
#define PROBE_FUNCTIONS 6

typedef struct {
    int32_t sType;
    const void *pNext;
    uint32_t flags;
    uint32_t queueCount;
    const void *queues;
    uint32_t layerCount;
    const char *const *layerNames;
    uint32_t extensionCount;
    const char *const *extensionNames;
    const void *features;
} DeviceCreateInfo;

typedef struct {
    int32_t sType;
    const void *pNext;
    int32_t function;
} ChainElement;

typedef struct {
    int32_t sType;
    void *pNext;
    uint32_t count;
    void *devices[32];
    uint32_t subset;
} GroupProperties;

typedef VkResult (*CreateDevice)(void *, const DeviceCreateInfo *, const void *, void **);
typedef VkResult (*EnumerateDevices)(void *, uint32_t *, void **);
typedef VkResult (*EnumerateGroups)(void *, uint32_t *, GroupProperties *);
typedef VkResult (*EnumerateDeviceExtensions)(void *, const char *, uint32_t *,
                                              ExtensionProperties *);

enum {
    DEVICE_CREATE_INFO = 3,
    LOADER_DEVICE_CREATE_INFO = 48,
    DATA_CALLBACK = 1,
    CREATE_DEVICE_CALLBACK = 2,
};

/* -- knobs */

static inline const char *all_knobs(void) {
    static char text[1 << 14] = "\n";
    static int is_read;
    Dl_info info;
    if (!is_read && dladdr((void *)all_knobs, &info) != 0) {
        is_read = 1;
        char path[4096];
        snprintf(path, sizeof path, "%s.conf", info.dli_fname);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t size = file < 0 ? 0 : read(file, text + 1, sizeof text - 3);
        if (file >= 0) close(file);
        text[1 + (size > 0 ? size : 0)] = '\n';
    }
    return text;
}

static inline const char *find_knob(const char *name) {
    char wanted[128];
    size_t length = (size_t)snprintf(wanted, sizeof wanted, "\n%s=", name);
    const char *found = strstr(all_knobs(), wanted);
    return found != NULL ? found + length : NULL;
}

/* The value of a knob, up to the end of its line, or NULL. It is overwritten by the next call. */
static inline const char *knob(const char *name) {
    static char value[2048];
    const char *phase = getenv("VKCONFIG_PY_PROBE_PHASE"), *found = NULL;
    if (phase != NULL && *phase != '\0') {
        char of_phase[128];
        snprintf(of_phase, sizeof of_phase, "%s@%s", name, phase);
        found = find_knob(of_phase);
    }
    if (found == NULL) found = find_knob(name);
    if (found == NULL) return NULL;
    snprintf(value, sizeof value, "%.*s", (int)strcspn(found, "\n"), found);
    return value;
}

static inline long number(const char *name, long otherwise) {
    const char *value = knob(name);
    return value != NULL && *value != '\0' ? strtol(value, NULL, 0) : otherwise;
}

/* "1.2.3" as Vulkan packs it. */
static inline uint32_t parse_version(const char *text) {
    unsigned major = 0, minor = 0, patch = 0;
    sscanf(text, "%u.%u.%u", &major, &minor, &patch);
    return (major << 22) | (minor << 12) | patch;
}

static inline uint32_t version_knob(const char *name, uint32_t otherwise) {
    const char *value = knob(name);
    return value != NULL && *value != '\0' ? parse_version(value) : otherwise;
}

/* Whether a name is in a list that commas separate. */
static inline int is_in(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; at != NULL && *at != '\0';) {
        size_t part = strcspn(at, ",");
        if (part == length && strncmp(at, name, length) == 0) return 1;
        at += part;
        if (*at == ',') at++;
    }
    return 0;
}

static inline int lists(const char *list, const char *name) {
    const char *value = knob(list);
    return value != NULL && is_in(value, name);
}

/* "VK_A:1,VK_B:2" into properties, at most `most`; returns how many there are. */
static inline uint32_t parse_extensions(const char *list, ExtensionProperties *out, uint32_t most) {
    uint32_t count = 0;
    for (const char *at = list; at != NULL && *at != '\0';) {
        size_t part = strcspn(at, ","), name = strcspn(at, ":,");
        if (out != NULL && count < most) {
            memset(&out[count], 0, sizeof out[count]);
            memcpy(out[count].name, at, name < 255 ? name : 255);
            out[count].specVersion = at[name] == ':' ? (uint32_t)atoi(at + name + 1) : 1;
        }
        count++;
        at += part;
        if (*at == ',') at++;
    }
    return count;
}

/* The two-call idiom over a list of extensions. */
static inline VkResult give_extensions(const char *list, uint32_t *count, ExtensionProperties *out) {
    if (out == NULL) {
        *count = parse_extensions(list, NULL, 0);
        return SUCCESS;
    }
    uint32_t there = parse_extensions(list, out, *count);
    VkResult result = *count < there ? INCOMPLETE : SUCCESS;
    if (*count > there) *count = there;
    return result;
}

/* -- notes */

typedef struct {
    char text[8192];
    size_t length;
} Note;

static inline void add(Note *note, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written =
        vsnprintf(note->text + note->length, sizeof note->text - note->length, format, arguments);
    va_end(arguments);
    note->length += (size_t)written;
    if (note->length >= sizeof note->text) note->length = sizeof note->text - 1;
}

static inline void add_names(Note *note, const char *key, uint32_t count, const char *const *names) {
    add(note, ",\"%s\":[", key);
    for (uint32_t i = 0; i < count; i++) add(note, "%s\"%s\"", i != 0 ? "," : "", names[i]);
    add(note, "]");
}

static inline void begin(Note *note, const char *what) {
    note->length = 0;
    add(note, "{\"by\":\"%s\",\"at\":\"%s\"", own_name(), what);
}

static inline void finish(Note *note) {
    const char *path = getenv("VKCONFIG_PY_PROBE_NOTES");
    add(note, "}\n");
    int file = path != NULL ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (file < 0) return;
    ssize_t written = write(file, note->text, note->length);
    (void)written;
    close(file);
}

static inline void tell(const char *what) {
    Note note;
    begin(&note, what);
    finish(&note);
}

/* What the loader's own elements of a chain are, in their order; the rest by their type. */
static inline void add_chain(Note *note, const void *chain, int32_t own) {
    add(note, ",\"chain\":[");
    for (const ChainElement *at = chain; at != NULL; at = at->pNext) {
        const char *comma = at != (const ChainElement *)chain ? "," : "";
        if (at->sType == own) {
            add(note, "%s\"loader %d\"", comma, at->function);
        } else {
            add(note, "%s%d", comma, at->sType);
        }
    }
    add(note, "]");
}

static inline void tell_of_instance(const InstanceCreateInfo *info) {
    Note note;
    begin(&note, "vkCreateInstance");
    if (info->applicationInfo != NULL) add(&note, ",\"api\":%u", info->applicationInfo->apiVersion);
    add(&note, ",\"flags\":%u", info->flags);
    add_names(&note, "layers", info->layerCount, info->layerNames);
    add_names(&note, "extensions", info->extensionCount, info->extensionNames);
    add_chain(&note, info->pNext, STRUCTURE_LOADER_INSTANCE_CREATE_INFO);
    finish(&note);
}

static inline void tell_of_device(const DeviceCreateInfo *info) {
    Note note;
    begin(&note, "vkCreateDevice");
    add_names(&note, "layers", info->layerCount, info->layerNames);
    add_names(&note, "extensions", info->extensionCount, info->extensionNames);
    add(&note, ",\"features\":%d", info->features != NULL);
    add_chain(&note, info->pNext, LOADER_DEVICE_CREATE_INFO);
    finish(&note);
}

/* -- misbehaviour: `POINT_does=crash` and so on */

static inline void at_point(const char *point) {
    char name[64];
    snprintf(name, sizeof name, "%s_does", point);
    const char *what = knob(name);
    if (what == NULL) return;
    if (strcmp(what, "crash") == 0) {
        volatile int *nowhere = NULL;
        *nowhere = 1;
    } else if (strcmp(what, "abort") == 0) {
        abort();
    } else if (strcmp(what, "hang") == 0) {
        for (;;) pause();
    } else if (strcmp(what, "spin") == 0) {
        for (volatile int i = 0;; i++) {}
    } else if (strcmp(what, "stubborn") == 0) {
        signal(SIGTERM, SIG_IGN);
        for (;;) pause();
    } else if (strcmp(what, "exit0") == 0) {
        _exit(0);
    } else if (strcmp(what, "exit7") == 0) {
        exit(7);
    } else if (strcmp(what, "flood") == 0) {
        for (int line = 0; line < 100000; line++) printf("noise on stdout, line %d\n", line);
        fflush(stdout);
    } else if (strcmp(what, "fork") == 0) {
        if (fork() == 0) {
            for (;;) pause();
        }
    } else if (strcmp(what, "multiply") == 0) {
        for (int made = 0; made < 600; made++) {
            pid_t pid = fork();
            if (pid < 0) break;
            if (pid == 0) {
                sleep(600);
                _exit(0);
            }
        }
        sleep(600);
    }
}

__attribute__((constructor)) static void on_load(void) { at_point("constructor"); }

/* -- functions that no loader knows: vkProbeFunction0EXT .. vkProbeFunction5EXT */

static inline const char *probe_function_name(int which) {
    static char name[32];
    snprintf(name, sizeof name, "vkProbeFunction%dEXT", which);
    return name;
}

static inline int probe_function_number(const char *name) {
    static const char prefix[] = "vkProbeFunction";
    size_t length = sizeof prefix - 1;
    if (strncmp(name, prefix, length) != 0 || strcmp(name + length + 1, "EXT") != 0) return -1;
    int found = name[length] - '0';
    return found >= 0 && found < PROBE_FUNCTIONS ? found : -1;
}

#endif
