/* A program that asks one loader library and writes its answers as JSON. It is copied to any path,
 * since overrides can be limited to the path of a program.
 *
 * Each call has an object on a line of its own, written before the next call: what a loader that
 * crashes answered before is kept.
 *
 * VKCONFIG_PY_TEST_LIBRARIES=N asks LIBRARY.0 to LIBRARY.N-1 one after the other, with an output and
 * records of the same endings.
 *
 * asker LIBRARY OUTPUT APPLICATION API_VERSION FLAGS LAYER_COUNT LAYER... EXTENSION... */
#include "vulkan_subset.h"

static void *library;
static FILE *output;

static void *function(const char *name) { return dlsym(library, name); }

static void write_text(const char *text) {
    fputc('"', output);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\' || c < 0x20) {
            fprintf(output, "\\u%04x", c);
        } else {
            fputc(c, output);
        }
    }
    fputc('"', output);
}

static void finish_line(void) {
    fputs("}\n", output);
    fflush(output);
}

static void write_extensions_of(const char *layer) {
    VkResult (*enumerate)(const char *, uint32_t *, ExtensionProperties *) =
        (VkResult(*)(const char *, uint32_t *, ExtensionProperties *))function(
            "vkEnumerateInstanceExtensionProperties");
    static ExtensionProperties extensions[256];
    uint32_t count = 256; /* one call: each makes the loader read all manifests anew */
    VkResult result = enumerate(layer, &count, extensions);
    if (result < 0) {
        fprintf(output, "%d", result);
        return;
    }
    fputc('[', output);
    for (uint32_t index = 0; index < count; index++) {
        fprintf(output, index != 0 ? ",[" : "[");
        write_text(extensions[index].name);
        fprintf(output, ",%u]", extensions[index].specVersion);
    }
    fputc(']', output);
}

static LayerProperties *layers;
static uint32_t listed;

static void write_layers(void) {
    VkResult (*enumerate)(uint32_t *, LayerProperties *) =
        (VkResult(*)(uint32_t *, LayerProperties *))function("vkEnumerateInstanceLayerProperties");
    VkResult result = enumerate(&listed, NULL);
    layers = calloc(listed + 1, sizeof *layers);
    if (result == SUCCESS) result = enumerate(&listed, layers);
    fprintf(output, "{\"layers_result\":%d,\"layers\":", result);
    if (result < 0) {
        listed = 0;
        fprintf(output, "%d", result);
        return;
    }
    fputc('[', output);
    for (uint32_t index = 0; index < listed; index++) {
        fprintf(output, index != 0 ? ",[" : "[");
        write_text(layers[index].name);
        fprintf(output, ",%u,%u,", layers[index].specVersion, layers[index].implementationVersion);
        write_text(layers[index].description);
        fputc(']', output);
    }
    fputc(']', output);
}

/* Of the layers that are listed and of those that are asked for. */
static void write_layer_extensions(const InstanceCreateInfo *info) {
    fputs("{\"layer_extensions\":{", output);
    for (uint32_t index = 0; index < listed + info->layerCount; index++) {
        const char *name =
            index < listed ? layers[index].name : info->layerNames[index - listed];
        if (index != 0) fputc(',', output);
        write_text(name);
        fputc(':', output);
        write_extensions_of(name);
    }
    fputc('}', output);
    finish_line();
}

static void write_devices(void *instance) {
    VkResult (*enumerate)(void *, uint32_t *, void **) =
        (VkResult(*)(void *, uint32_t *, void **))function("vkEnumeratePhysicalDevices");
    void (*properties)(void *, char *) =
        (void (*)(void *, char *))function("vkGetPhysicalDeviceProperties");
    uint32_t count = 0;
    VkResult result = enumerate(instance, &count, NULL);
    void **devices = calloc(count + 1, sizeof *devices);
    if (result == SUCCESS) result = enumerate(instance, &count, devices);
    if (result < 0) {
        fprintf(output, "%d", result);
        return;
    }
    fputc('[', output);
    for (uint32_t index = 0; index < count; index++) {
        char buffer[824];
        properties(devices[index], buffer);
        if (index != 0) fputc(',', output);
        write_text(buffer + 20);
    }
    fputc(']', output);
}

/* Written at once: on Windows the loader has a stderr of its own, with a buffer of its own. */
static void mark(const char *call) {
    fprintf(stderr, "asker: %s\n", call);
    fflush(stderr);
}

/* What the call wrote so far goes into a file of its own. */
static void keep_record(const char *variable, int number) {
    const char *path = getenv(variable);
    char kept[1024];
    if (path == NULL) return;
    snprintf(kept, sizeof kept, "%s.%d", path, number);
    remove(kept); /* Windows renames to no file that is there */
    rename(path, kept);
}

static int ask(const char *path, const char *answer, const InstanceCreateInfo *info) {
    library = dlopen(path, RTLD_NOW);
    output = fopen(answer, "w");
    if (library == NULL || output == NULL) {
        fprintf(stderr, "asker: %s\n", library == NULL ? dlerror() : "cannot write the answer");
        return 3;
    }
    uint32_t version = 1u << 22;
    VkResult (*enumerate_version)(uint32_t *) =
        (VkResult(*)(uint32_t *))function("vkEnumerateInstanceVersion");
    VkResult version_result = enumerate_version != NULL ? enumerate_version(&version) : SUCCESS;
    fprintf(output, "{\"version\":[%d,%u]", version_result, version);
    finish_line();
    write_layers();
    finish_line();

    /* Whoever reads the log of the loader wants that of vkCreateInstance alone. */
    mark("vkCreateInstance");
    void *instance = NULL;
    CreateInstance create = (CreateInstance)function("vkCreateInstance");
    VkResult result = create(info, NULL, &instance);
    fprintf(output, "{\"create\":%d", result);
    finish_line();
    fputs("{\"devices\":", output);
    if (result == SUCCESS) {
        write_devices(instance);
    } else {
        fputs("[]", output);
    }
    finish_line();

    mark("vkEnumerateInstanceExtensionProperties");
    unsetenv("VKCONFIG_PY_TEST_DRIVERS"); /* drivers are opened again, which is no news */
    write_layer_extensions(info);
    fputs("{\"extensions\":", output);
    write_extensions_of(NULL);
    finish_line();
    fclose(output);
    return 0;
}

/* What was logged until then is the answer of a loader that crashes. */
static void end_with_log(int number) {
    fflush(stderr);
    signal(number, SIG_DFL);
    raise(number);
}

/* Who asks thousands of times has no time for a system call for every word of the log. */
static void keep_log(void) {
    const int ends[] = {SIGSEGV, SIGABRT, SIGFPE, SIGILL};
    setvbuf(stderr, NULL, _IOFBF, 1 << 20);
    for (unsigned at = 0; at < sizeof ends / sizeof *ends; at++) signal(ends[at], end_with_log);
}

int main(int argc, char **argv) {
    if (argc < 7) return 2;
    if (getenv("VKCONFIG_PY_TEST_BUFFERED") != NULL) keep_log();
    int layer_count = atoi(argv[6]);
    ApplicationInfo application = {0};
    application.applicationName = argv[3];
    application.apiVersion = (uint32_t)strtoul(argv[4], NULL, 10);
    InstanceCreateInfo info = {0};
    info.sType = STRUCTURE_INSTANCE_CREATE_INFO;
    info.applicationInfo = &application;
    info.flags = (uint32_t)strtoul(argv[5], NULL, 10);
    info.layerCount = (uint32_t)layer_count;
    /* As most programs: no list without layers, and nothing that is a name behind one. */
    const char **names = calloc((size_t)layer_count + 1, sizeof *names);
    for (int number = 0; number < layer_count; number++) names[number] = argv[7 + number];
    info.layerNames = layer_count == 0 ? NULL : names;
    info.extensionCount = (uint32_t)(argc - 7 - layer_count);
    info.extensionNames = (const char *const *)(argv + 7 + layer_count);

    const char *many = getenv("VKCONFIG_PY_TEST_LIBRARIES");
    int failed = many == NULL ? ask(argv[1], argv[2], &info) : 0;
    for (int number = 0; many != NULL && !failed && number < atoi(many); number++) {
        char path[1024], answer[1024];
        snprintf(path, sizeof path, "%s.%d", argv[1], number);
        snprintf(answer, sizeof answer, "%s.%d", argv[2], number);
        mark("library");
        failed = ask(path, answer, &info);
        keep_record("VKCONFIG_PY_TEST_DRIVERS", number);
        keep_record("VKCONFIG_PY_TEST_RECORD", number);
    }
    fflush(NULL);
    _exit(failed);
}
