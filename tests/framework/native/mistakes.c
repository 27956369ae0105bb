/* A program that makes mistakes with Vulkan, for the validation layer to tell of.
 *
 * mistakes LOADER WHAT...: each WHAT is one of
 *   layer        the validation layer is asked for by the program itself
 *   fill         what draws.c does with its mistake
 *   buffers      two buffers of no size
 *   named        a buffer with a name that nothing destroys, and the program has a name
 *   submitted    a message of the program's own, in several lines
 *   chatter      lines of the program itself, before, between and after
 *   threads      four threads make twenty buffers of no size each, and print lines of their own
 *   messenger    a messenger of the program's own, which prints as many tutorials do
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "draws.c"

enum { THREADS = 4, PER_THREAD = 20 };

static int words;
static char **word;

static int asked(const char *what) {
    for (int place = 2; place < words; place++)
        if (!strcmp(word[place], what)) return 1;
    return 0;
}

static void chatter(const char *line) {
    if (asked("chatter")) printf("%s\n", line), fflush(stdout);
}

static void bad_buffer(void) {
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .usage = VK_BUFFER_USAGE_INDEX_BUFFER_BIT};
    VkBuffer buffer = VK_NULL_HANDLE;
    if (OF_DEVICE(CreateBuffer)(device, &info, NULL, &buffer) == VK_SUCCESS)
        OF_DEVICE(DestroyBuffer)(device, buffer, NULL);
}

static void *thread(void *number) {
    for (int turn = 0; turn < PER_THREAD; turn++) {
        bad_buffer();
        printf("thread %d, turn %d\n", *(int *)number, turn);
        fflush(stdout);
    }
    return NULL;
}

static void threads(void) {
    pthread_t all[THREADS];
    int numbers[THREADS];
    for (int place = 0; place < THREADS; place++) {
        numbers[place] = place;
        pthread_create(&all[place], NULL, thread, &numbers[place]);
    }
    for (int place = 0; place < THREADS; place++) pthread_join(all[place], NULL);
}

static void named(void) {
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = 64,
                               .usage = VK_BUFFER_USAGE_INDEX_BUFFER_BIT};
    VkBuffer buffer = VK_NULL_HANDLE;
    OF_DEVICE(CreateBuffer)(device, &info, NULL, &buffer);
    VkDebugUtilsObjectNameInfoEXT name = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
        .objectType = VK_OBJECT_TYPE_BUFFER,
        .objectHandle = (uint64_t)buffer,
        .pObjectName = "indices [of] \"everything\",\nand more"};
    PFN_vkSetDebugUtilsObjectNameEXT set = OF_INSTANCE(SetDebugUtilsObjectNameEXT);
    if (set) set(device, &name);
}

static void submitted(void) {
    VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT,
        .pMessageIdName = "an id, with : odd [ signs ]",
        .messageIdNumber = -7,
        .pMessage = "The program says:\n\nObjects: 3\n    a second paragraph"};
    PFN_vkSubmitDebugUtilsMessageEXT submit = OF_INSTANCE(SubmitDebugUtilsMessageEXT);
    if (submit)
        submit(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
               VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
}

static VkBool32 say(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                    VkDebugUtilsMessageTypeFlagsEXT type,
                    const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    (void)severity, (void)type, (void)user;
    fprintf(stderr, "validation layer: %s\n", data->pMessage);
    return VK_FALSE;
}

static VkResult make_instance(void) {
    VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = 7,
        .pfnUserCallback = say};
    const char *layer = "VK_LAYER_KHRONOS_validation";
    const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = asked("named") ? "My [odd] game" : NULL,
                                     .apiVersion = VK_API_VERSION_1_0};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application,
                                 .enabledLayerCount = asked("layer"),
                                 .ppEnabledLayerNames = &layer,
                                 .enabledExtensionCount = asked("named") || asked("submitted") ||
                                                          asked("messenger"),
                                 .ppEnabledExtensionNames = &extension};
    CHECK(OF_INSTANCE(CreateInstance)(&info, NULL, &instance));
    VkDebugUtilsMessengerEXT made;
    if (asked("messenger"))
        CHECK(OF_INSTANCE(CreateDebugUtilsMessengerEXT)(instance, &messenger, NULL, &made));
    return VK_SUCCESS;
}

int main(int count, char **arguments) {
    words = count, word = arguments;
    void *loader = count > 1 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    if (!loader) return 100;
    get_function = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
    chatter("first line of the program");
    if (make_instance() != VK_SUCCESS || make_device(0) != VK_SUCCESS) return 101;
    if (asked("named")) named();
    if (asked("buffers")) bad_buffer(), chatter("between two mistakes"), bad_buffer();
    if (asked("fill") && work(1) != VK_SUCCESS) return 102;
    if (asked("submitted")) submitted(), chatter("after its own message");
    if (asked("threads")) threads();
    OF_DEVICE(DestroyDevice)(device, NULL);
    OF_INSTANCE(DestroyInstance)(instance, NULL);
    chatter("last line of the program");
    return 0;
}
