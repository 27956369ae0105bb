/* A program that asks one loader library and writes its answers as JSON. It is copied to any path,
 * since overrides can be limited to the path of a program.
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

static void write_layers(void) {
    VkResult (*enumerate)(uint32_t *, LayerProperties *) =
        (VkResult(*)(uint32_t *, LayerProperties *))function("vkEnumerateInstanceLayerProperties");
    uint32_t count = 0;
    VkResult result = enumerate(&count, NULL);
    LayerProperties *layers = calloc(count + 1, sizeof *layers);
    if (result == SUCCESS) result = enumerate(&count, layers);
    if (result < 0) {
        fprintf(output, "%d,\"layer_extensions\":{}", result);
        return;
    }
    fputc('[', output);
    for (uint32_t index = 0; index < count; index++) {
        fprintf(output, index != 0 ? ",[" : "[");
        write_text(layers[index].name);
        fprintf(output, ",%u,%u,", layers[index].specVersion, layers[index].implementationVersion);
        write_text(layers[index].description);
        fputc(']', output);
    }
    fputs("],\"layer_extensions\":{", output);
    for (uint32_t index = 0; index < count; index++) {
        if (index != 0) fputc(',', output);
        write_text(layers[index].name);
        fputc(':', output);
        write_extensions_of(layers[index].name);
    }
    fputc('}', output);
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

int main(int argc, char **argv) {
    if (argc < 7) return 2;
    /* Who asks thousands of times has no time for a system call for every word of the log. */
    if (getenv("VKCONFIG_PY_TEST_BUFFERED") != NULL) setvbuf(stderr, NULL, _IOFBF, 1 << 20);
    library = dlopen(argv[1], RTLD_NOW);
    output = fopen(argv[2], "w");
    if (library == NULL || output == NULL) {
        fprintf(stderr, "asker: %s\n", library == NULL ? dlerror() : "cannot write the answer");
        return 3;
    }
    int layer_count = atoi(argv[6]);
    ApplicationInfo application = {0};
    application.applicationName = argv[3];
    application.apiVersion = (uint32_t)strtoul(argv[4], NULL, 10);
    InstanceCreateInfo info = {0};
    info.sType = STRUCTURE_INSTANCE_CREATE_INFO;
    info.applicationInfo = &application;
    info.flags = (uint32_t)strtoul(argv[5], NULL, 10);
    info.layerCount = (uint32_t)layer_count;
    info.layerNames = (const char *const *)(argv + 7);
    info.extensionCount = (uint32_t)(argc - 7 - layer_count);
    info.extensionNames = (const char *const *)(argv + 7 + layer_count);

    uint32_t version = 1u << 22;
    VkResult (*enumerate_version)(uint32_t *) =
        (VkResult(*)(uint32_t *))function("vkEnumerateInstanceVersion");
    VkResult version_result = enumerate_version != NULL ? enumerate_version(&version) : SUCCESS;
    fprintf(output, "{\"version\":[%d,%u],\"layers\":", version_result, version);
    write_layers();

    /* Whoever reads the log of the loader wants that of vkCreateInstance alone. */
    fputs("asker: vkCreateInstance\n", stderr);
    void *instance = NULL;
    CreateInstance create = (CreateInstance)function("vkCreateInstance");
    VkResult result = create(&info, NULL, &instance);
    fprintf(output, ",\"create\":%d,\"devices\":", result);
    if (result == SUCCESS) {
        write_devices(instance);
    } else {
        fputs("[]", output);
    }
    fputs("}\n", output);
    fclose(output);
    fflush(NULL);
    _exit(0);
}
