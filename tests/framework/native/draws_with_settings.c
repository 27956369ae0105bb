/* The program of draws.c with what a generated header hands to the layers. Its argument is the
 * loader. settings_for_layers() and the names are given by the part that includes the header. */
#include <dlfcn.h>
#include <vulkan/vulkan.h>

const void *settings_for_layers(void);
uint32_t names_of_layers(const char *const **names);

#define INSTANCE_NEXT settings_for_layers()
#include "draws.c"

static void at_work(void) {}

int main(int count, char **arguments) {
    void *loader = dlopen(arguments[count - 1], RTLD_NOW);
    if (!loader) return 100;
    const char *const *names;
    uint32_t number = names_of_layers(&names);
    PFN_vkGetInstanceProcAddr address =
        (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
    return record_draws(address, number, names, 0, 1, at_work) != VK_SUCCESS;
}
