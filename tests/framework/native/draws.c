/* A program that records draws, as a library: given the address of a vkGetInstanceProcAddr, it
 * makes an instance and a device, records two command buffers, submits them and takes all down.
 *
 * Recorded are first 2 draws (3 vertices, then 6 vertices in 2 instances) and an indexed one
 * (4 indices in 5 instances), then 1 draw. Nothing is rasterised and nothing has a colour, so
 * that one shader without inputs is enough. The validation layer has nothing to object to, unless
 * a mistake is asked for: then the buffer of the indices is filled without having been made for
 * that (VUID-vkCmdFillBuffer-dstBuffer-00029). */
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

/* A program that includes this file may hand something to whoever makes the instance. */
#ifndef INSTANCE_NEXT
#define INSTANCE_NEXT NULL
#endif
#define EXPORT __attribute__((visibility("default")))

/* #version 450: void main() { gl_Position = vec4(0); } */
static const uint32_t SHADER[] = {
    0x07230203, 0x00010000, 0, 11, 0,
    0x00020011, 1,                                /* OpCapability Shader */
    0x0003000e, 0, 1,                             /* OpMemoryModel Logical GLSL450 */
    0x0006000f, 0, 1, 0x6e69616d, 0x00000000, 2,  /* OpEntryPoint Vertex %1 "main" %2 */
    0x00040047, 2, 11, 0,                         /* OpDecorate %2 BuiltIn Position */
    0x00020013, 3,                                /* %3 = OpTypeVoid */
    0x00030021, 4, 3,                             /* %4 = OpTypeFunction %3 */
    0x00030016, 5, 32,                            /* %5 = OpTypeFloat 32 */
    0x00040017, 6, 5, 4,                          /* %6 = OpTypeVector %5 4 */
    0x00040020, 7, 3, 6,                          /* %7 = OpTypePointer Output %6 */
    0x0004003b, 7, 2, 3,                          /* %2 = OpVariable %7 Output */
    0x0004002b, 5, 8, 0,                          /* %8 = OpConstant %5 0 */
    0x0007002c, 6, 9, 8, 8, 8, 8,                 /* %9 = OpConstantComposite %6 %8 %8 %8 %8 */
    0x00050036, 3, 1, 0, 4,                       /* %1 = OpFunction %3 None %4 */
    0x000200f8, 10,                               /* %10 = OpLabel */
    0x0003003e, 2, 9,                             /* OpStore %2 %9 */
    0x000100fd,                                   /* OpReturn */
    0x00010038,                                   /* OpFunctionEnd */
};

static PFN_vkGetInstanceProcAddr get_function;
static VkInstance instance;
static PFN_vkGetDeviceProcAddr get_device_function;
static VkDevice device;

#define OF_INSTANCE(name) ((PFN_vk##name)get_function(instance, "vk" #name))
#define OF_DEVICE(name) ((PFN_vk##name)get_device_function(device, "vk" #name))
#define CHECK(call)                                                 \
    do {                                                            \
        VkResult result_ = (call);                                  \
        if (result_ != VK_SUCCESS) {                                \
            fprintf(stderr, "draws.c: %s gave %d\n", #call, result_); \
            return result_;                                         \
        }                                                           \
    } while (0)

static VkResult make_device(uint32_t index) {
    uint32_t count = 16;
    VkPhysicalDevice physical[16];
    CHECK(OF_INSTANCE(EnumeratePhysicalDevices)(instance, &count, physical));
    if (index >= count) return VK_ERROR_UNKNOWN;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue};
    CHECK(OF_INSTANCE(CreateDevice)(physical[index], &info, NULL, &device));
    get_device_function = OF_INSTANCE(GetDeviceProcAddr);
    return VK_SUCCESS;
}

static VkResult make_pass(VkRenderPass *pass, VkFramebuffer *frame) {
    VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS};
    VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                   .subpassCount = 1,
                                   .pSubpasses = &subpass};
    CHECK(OF_DEVICE(CreateRenderPass)(device, &info, NULL, pass));
    VkFramebufferCreateInfo of_frame = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                        .renderPass = *pass,
                                        .width = 4,
                                        .height = 4,
                                        .layers = 1};
    CHECK(OF_DEVICE(CreateFramebuffer)(device, &of_frame, NULL, frame));
    return VK_SUCCESS;
}

static VkResult make_pipeline(VkRenderPass pass, VkPipelineLayout *layout, VkPipeline *pipeline) {
    VkShaderModule module;
    VkShaderModuleCreateInfo of_module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                          .codeSize = sizeof SHADER,
                                          .pCode = SHADER};
    CHECK(OF_DEVICE(CreateShaderModule)(device, &of_module, NULL, &module));
    VkPipelineLayoutCreateInfo of_layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    CHECK(OF_DEVICE(CreatePipelineLayout)(device, &of_layout, NULL, layout));
    VkPipelineShaderStageCreateInfo stage = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = VK_SHADER_STAGE_VERTEX_BIT,
        .module = module,
        .pName = "main"};
    VkPipelineVertexInputStateCreateInfo vertices = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .rasterizerDiscardEnable = VK_TRUE,
        .lineWidth = 1};
    VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                         .stageCount = 1,
                                         .pStages = &stage,
                                         .pVertexInputState = &vertices,
                                         .pInputAssemblyState = &assembly,
                                         .pRasterizationState = &raster,
                                         .layout = *layout,
                                         .renderPass = pass,
                                         .basePipelineIndex = -1};
    CHECK(OF_DEVICE(CreateGraphicsPipelines)(device, VK_NULL_HANDLE, 1, &info, NULL, pipeline));
    OF_DEVICE(DestroyShaderModule)(device, module, NULL);
    return VK_SUCCESS;
}

static VkResult make_indices(int mistake, VkBuffer *buffer, VkDeviceMemory *memory) {
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = 64,
                               .usage = VK_BUFFER_USAGE_INDEX_BUFFER_BIT};
    if (!mistake) info.usage |= VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    CHECK(OF_DEVICE(CreateBuffer)(device, &info, NULL, buffer));
    VkMemoryRequirements needs;
    OF_DEVICE(GetBufferMemoryRequirements)(device, *buffer, &needs);
    uint32_t type = 0;
    while ((needs.memoryTypeBits >> type & 1) == 0) type++;
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex = type};
    CHECK(OF_DEVICE(AllocateMemory)(device, &allocation, NULL, memory));
    CHECK(OF_DEVICE(BindBufferMemory)(device, *buffer, *memory, 0));
    return VK_SUCCESS;
}

static VkResult record(VkCommandBuffer command, int first, VkRenderPass pass, VkFramebuffer frame,
                       VkPipeline pipeline, VkBuffer indices) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkRenderPassBeginInfo of_pass = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                     .renderPass = pass,
                                     .framebuffer = frame,
                                     .renderArea = {{0, 0}, {4, 4}}};
    CHECK(OF_DEVICE(BeginCommandBuffer)(command, &info));
    OF_DEVICE(CmdFillBuffer)(command, indices, 0, 64, 0);
    OF_DEVICE(CmdBeginRenderPass)(command, &of_pass, VK_SUBPASS_CONTENTS_INLINE);
    OF_DEVICE(CmdBindPipeline)(command, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    OF_DEVICE(CmdDraw)(command, 3, 1, 0, 0);
    if (first) {
        OF_DEVICE(CmdDraw)(command, 6, 2, 0, 0);
        OF_DEVICE(CmdBindIndexBuffer)(command, indices, 0, VK_INDEX_TYPE_UINT16);
        OF_DEVICE(CmdDrawIndexed)(command, 4, 5, 0, 0, 0);
    }
    OF_DEVICE(CmdEndRenderPass)(command);
    CHECK(OF_DEVICE(EndCommandBuffer)(command));
    return VK_SUCCESS;
}

static VkResult work(int mistake) {
    VkRenderPass pass;
    VkFramebuffer frame;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkBuffer indices;
    VkDeviceMemory memory;
    VkCommandPool pool;
    VkCommandBuffer commands[2];
    VkQueue queue;
    VkFence fence;
    CHECK(make_pass(&pass, &frame));
    CHECK(make_pipeline(pass, &layout, &pipeline));
    CHECK(make_indices(mistake, &indices, &memory));
    VkCommandPoolCreateInfo of_pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    CHECK(OF_DEVICE(CreateCommandPool)(device, &of_pool, NULL, &pool));
    VkCommandBufferAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool,
        .commandBufferCount = 2};
    CHECK(OF_DEVICE(AllocateCommandBuffers)(device, &allocation, commands));
    CHECK(record(commands[0], 1, pass, frame, pipeline, indices));
    CHECK(record(commands[1], 0, pass, frame, pipeline, indices));
    VkFenceCreateInfo of_fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    CHECK(OF_DEVICE(CreateFence)(device, &of_fence, NULL, &fence));
    OF_DEVICE(GetDeviceQueue)(device, 0, 0, &queue);
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .commandBufferCount = 1,
                           .pCommandBuffers = commands};
    CHECK(OF_DEVICE(QueueSubmit)(queue, 1, &submit, fence));
    CHECK(OF_DEVICE(WaitForFences)(device, 1, &fence, VK_TRUE, 10000000000ull));
    OF_DEVICE(DestroyFence)(device, fence, NULL);
    OF_DEVICE(DestroyCommandPool)(device, pool, NULL);
    OF_DEVICE(DestroyBuffer)(device, indices, NULL);
    OF_DEVICE(FreeMemory)(device, memory, NULL);
    OF_DEVICE(DestroyPipeline)(device, pipeline, NULL);
    OF_DEVICE(DestroyPipelineLayout)(device, layout, NULL);
    OF_DEVICE(DestroyFramebuffer)(device, frame, NULL);
    OF_DEVICE(DestroyRenderPass)(device, pass, NULL);
    return VK_SUCCESS;
}

/* Do everything on the device of this number; return the first result that is not VK_SUCCESS.
 * `at_work` is called when the draws are done and the device and its layers are still there. */
EXPORT VkResult record_draws(PFN_vkGetInstanceProcAddr address, uint32_t layer_count,
                             const char *const *layers, uint32_t index, int mistake,
                             void (*at_work)(void)) {
    get_function = address;
    instance = NULL;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_API_VERSION_1_0};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pNext = INSTANCE_NEXT,
                                 .pApplicationInfo = &application,
                                 .enabledLayerCount = layer_count,
                                 .ppEnabledLayerNames = layers};
    CHECK(OF_INSTANCE(CreateInstance)(&info, NULL, &instance));
    CHECK(make_device(index));
    CHECK(work(mistake));
    at_work();
    OF_DEVICE(DestroyDevice)(device, NULL);
    OF_INSTANCE(DestroyInstance)(instance, NULL);
    return VK_SUCCESS;
}
