/* A layer that ends every program as soon as a loader opens it. */
#include <signal.h>

int vkNegotiateLoaderLayerInterfaceVersion(void *interface) {
    (void)interface;
    return raise(SIGSEGV);
}
