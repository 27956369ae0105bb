/* Answers what a loader asks Windows besides files, variables and the Khronos keys: rights of the
 * process, WOW64, devices and graphics adapters. Wine has no display here and one fixed answer for
 * each; the file that VKCONFIG_PY_TEST_WINDOWS names says what a machine answers instead:
 *
 *   integrity RID           of the process: 8192 is medium, 12288 high (elevated)
 *   wow64                   IsWow64Process is true, and HKLM\SOFTWARE is redirected
 *   no dxgi                 no DXGI factory can be made
 *   adapter LUID VENDOR     of DXGI, in its order
 *   no kernel               gdi32 has no D3DKMTEnumAdapters2
 *   kernel KEY              class key of an adapter that D3DKMT knows, in its order
 *   device KEY STATUS PROBLEM   class key of a present display device; status and problem in hex
 *   child KEY GUID          class key and class of a child of the device before it
 *   package FOLDER          of the compatibility pack; without it there is no package
 *   variable NAME=VALUE     of the environment: Wine passes none on whose name begins with VK_
 *
 * The functions are replaced in the loader's import table; CreateDXGIFactory1, which loaders of
 * 2019 look up while they are loaded, at its first instruction. */
#define COBJMACROS
#include <initguid.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <windows.h>

#include <cfgmgr32.h>
#include <dxgi1_6.h>

#include "dlfcn.h"

#define MOST 16
/* Not ...\Control\Class itself: Wine writes its own display device there whenever it starts. */
#define CLASSES "SYSTEM\\CurrentControlSet\\Control\\PretendedClass\\"
#define OVERFLOW_STATUS 1
#define FAILED_STATUS 2

typedef struct {
    char key[128], guid[64];
    ULONG status, problem;
    int parent, sibling, child;
} Device;

static DWORD integrity = 12288;
static BOOL is_wow64, has_dxgi = TRUE, has_kernel = TRUE;
static WCHAR package_folder[MAX_PATH];
static struct {
    uint64_t luid;
    UINT vendor;
} adapters[MOST];
static UINT adapter_count;
static char kernel_keys[MOST][128];
static ULONG kernel_count;
static Device devices[MOST];
static int device_count;

static void add_child(const char *key, const char *guid) {
    Device *child = &devices[device_count];
    int parent = device_count - 1;
    while (devices[parent].parent >= 0) parent--;
    snprintf(child->key, sizeof child->key, "%s", key);
    snprintf(child->guid, sizeof child->guid, "%s", guid);
    child->parent = parent;
    child->sibling = child->child = -1;
    int *link = &devices[parent].child;
    while (*link >= 0) link = &devices[*link].sibling;
    *link = device_count++;
}

static void set_variable(char *line) {
    line[strcspn(line, "\r\n")] = '\0';
    static WCHAR text[4096];
    MultiByteToWideChar(CP_UTF8, 0, line, -1, text, sizeof text / sizeof *text);
    WCHAR *value = wcschr(text, L'=');
    *value++ = L'\0';
    SetEnvironmentVariableW(text, value);
}

static void read_facts(void) {
    const char *path = getenv("VKCONFIG_PY_TEST_WINDOWS");
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    char line[4096], key[128], guid[64];
    Device found = {.parent = -1, .sibling = -1, .child = -1};
    if (file == NULL) return;
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned long number;
        if (sscanf(line, "integrity %lu", &number) == 1) integrity = number;
        if (strncmp(line, "wow64", 5) == 0) is_wow64 = TRUE;
        if (strncmp(line, "no dxgi", 7) == 0) has_dxgi = FALSE;
        if (strncmp(line, "no kernel", 9) == 0) has_kernel = FALSE;
        if (sscanf(line, "adapter %llu %x", &adapters[adapter_count].luid,
                   &adapters[adapter_count].vendor) == 2)
            adapter_count++;
        if (strncmp(line, "package ", 8) == 0) {
            line[strcspn(line, "\r\n")] = '\0';
            MultiByteToWideChar(CP_UTF8, 0, line + 8, -1, package_folder, MAX_PATH);
        }
        if (sscanf(line, "kernel %127s", kernel_keys[kernel_count]) == 1) kernel_count++;
        if (sscanf(line, "device %127s %lx %lx", found.key, &found.status, &found.problem) == 3)
            devices[device_count++] = found;
        if (strncmp(line, "variable ", 9) == 0) set_variable(line + 9);
        if (sscanf(line, "child %127s %63s", key, guid) == 2) add_child(key, guid);
    }
    fclose(file);
}

/* -- advapi32, kernel32 */

static BOOL WINAPI token_information(HANDLE token, TOKEN_INFORMATION_CLASS wanted, void *buffer,
                                     DWORD size, DWORD *needed) {
    static const SID_IDENTIFIER_AUTHORITY label = {SECURITY_MANDATORY_LABEL_AUTHORITY};
    if (wanted != TokenIntegrityLevel)
        return GetTokenInformation(token, wanted, buffer, size, needed);
    *needed = sizeof(TOKEN_MANDATORY_LABEL) + (DWORD)sizeof(SID);
    if (size < *needed) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return FALSE;
    }
    TOKEN_MANDATORY_LABEL *answer = buffer;
    answer->Label.Sid = answer + 1;
    answer->Label.Attributes = SE_GROUP_INTEGRITY;
    InitializeSid(answer->Label.Sid, (SID_IDENTIFIER_AUTHORITY *)&label, 1);
    *GetSidSubAuthority(answer->Label.Sid, 0) = integrity;
    return TRUE;
}

static BOOL WINAPI wow64_process(HANDLE process, BOOL *answer) {
    (void)process;
    *answer = is_wow64;
    return TRUE;
}

static LSTATUS WINAPI open_key(HKEY above, const char *path, DWORD options, REGSAM rights,
                               HKEY *key) {
    char redirected[512];
    if (is_wow64 && above == HKEY_LOCAL_MACHINE && _strnicmp(path, "SOFTWARE\\", 9) == 0) {
        snprintf(redirected, sizeof redirected, "SOFTWARE\\WOW6432Node\\%s", path + 9);
        path = redirected;
    }
    return RegOpenKeyExA(above, path, options, rights, key);
}

static LSTATUS open_class_key(const char *name, HKEY *key) {
    char path[256];
    snprintf(path, sizeof path, CLASSES "%s", name);
    return RegOpenKeyExA(HKEY_LOCAL_MACHINE, path, 0, KEY_QUERY_VALUE, key);
}

/* -- gdi32: D3DKMT_ENUMADAPTERS2, D3DKMT_QUERYADAPTERINFO, D3DDDI_QUERYREGISTRY_INFO */

typedef struct {
    UINT handle;
    LUID luid;
    ULONG sources;
    BOOL flag;
} KernelAdapter;

typedef struct {
    ULONG count;
    KernelAdapter *adapters;
} KernelAdapters;

typedef struct {
    UINT query_type, flags;
    WCHAR value_name[MAX_PATH];
    ULONG value_type, physical_adapter, output_size;
    UINT status;
    ULONG64 output[1];
} RegistryQuery;

typedef struct {
    UINT handle, type;
    RegistryQuery *query;
    UINT size;
} AdapterQuery;

static LONG WINAPI enumerate_kernel(KernelAdapters *answer) {
    if (answer->adapters == NULL) {
        answer->count = kernel_count;
        return 0;
    }
    for (ULONG index = 0; index < kernel_count && index < answer->count; index++) {
        memset(&answer->adapters[index], 0, sizeof answer->adapters[index]);
        answer->adapters[index].handle = index + 1;
    }
    return 0;
}

static LONG WINAPI query_kernel(AdapterQuery *asked) {
    HKEY key;
    DWORD type = 0, size = 0;
    RegistryQuery *query = asked->query;
    UINT room = asked->size - (UINT)offsetof(RegistryQuery, output);
    query->status = FAILED_STATUS;
    if (open_class_key(kernel_keys[asked->handle - 1], &key) != ERROR_SUCCESS) return -1;
    LSTATUS found = RegQueryValueExW(key, query->value_name, NULL, &type, NULL, &size);
    BOOL fits = found == ERROR_SUCCESS && type == query->value_type;
    query->output_size = size;
    if (fits && size > room) {
        query->status = OVERFLOW_STATUS;
    } else if (fits) {
        RegQueryValueExW(key, query->value_name, NULL, &type, (BYTE *)query->output, &size);
        query->status = 0;
    }
    RegCloseKey(key);
    return fits ? 0 : -1;
}

/* -- cfgmgr32 */

static CONFIGRET WINAPI list_size(ULONG *length, const WCHAR *filter, ULONG flags) {
    (void)filter, (void)flags;
    *length = 1;
    for (int index = 0; index < device_count; index++) {
        if (devices[index].parent < 0) *length += (ULONG)strlen(devices[index].key) + 1;
    }
    return CR_SUCCESS;
}

static CONFIGRET WINAPI list_devices(const WCHAR *filter, WCHAR *buffer, ULONG length,
                                     ULONG flags) {
    (void)filter, (void)flags, (void)length;
    for (int index = 0; index < device_count; index++) {
        if (devices[index].parent >= 0) continue;
        for (const char *at = devices[index].key; *at != '\0'; at++) *buffer++ = (WCHAR)*at;
        *buffer++ = L'\0';
    }
    *buffer = L'\0';
    return CR_SUCCESS;
}

static CONFIGRET WINAPI locate_device(DEVINST *device, DEVINSTID_W name, ULONG flags) {
    char key[128] = "";
    (void)flags;
    WideCharToMultiByte(CP_ACP, 0, name, -1, key, sizeof key, NULL, NULL);
    for (int index = 0; index < device_count; index++) {
        if (strcmp(devices[index].key, key) != 0) continue;
        *device = (DEVINST)index;
        return CR_SUCCESS;
    }
    return CR_NO_SUCH_DEVNODE;
}

static CONFIGRET WINAPI device_status(ULONG *status, ULONG *problem, DEVINST device, ULONG flags) {
    (void)flags;
    *status = devices[device].status;
    *problem = devices[device].problem;
    return CR_SUCCESS;
}

static CONFIGRET WINAPI open_device_key(DEVINST device, REGSAM rights, ULONG profile,
                                        REGDISPOSITION disposition, HKEY *key, ULONG flags) {
    (void)rights, (void)profile, (void)disposition, (void)flags;
    return open_class_key(devices[device].key, key) == ERROR_SUCCESS ? CR_SUCCESS
                                                                      : CR_NO_SUCH_REGISTRY_KEY;
}

static CONFIGRET next_device(int found, DEVINST *answer) {
    *answer = (DEVINST)found;
    return found < 0 ? CR_NO_SUCH_DEVNODE : CR_SUCCESS;
}

static CONFIGRET WINAPI first_child(DEVINST *child, DEVINST device, ULONG flags) {
    (void)flags;
    return next_device(devices[device].child, child);
}

static CONFIGRET WINAPI next_sibling(DEVINST *sibling, DEVINST device, ULONG flags) {
    (void)flags;
    return next_device(devices[device].sibling, sibling);
}

static CONFIGRET WINAPI device_name(DEVINST device, WCHAR *buffer, ULONG length, ULONG flags) {
    (void)flags;
    MultiByteToWideChar(CP_ACP, 0, devices[device].key, -1, buffer, (int)length);
    return CR_SUCCESS;
}

static CONFIGRET WINAPI device_property(DEVINST device, ULONG property, ULONG *type, void *buffer,
                                        ULONG *length, ULONG flags) {
    (void)flags;
    if (property != CM_DRP_CLASSGUID) return CR_NO_SUCH_VALUE;
    ULONG needed = (ULONG)(strlen(devices[device].guid) + 1) * sizeof(WCHAR);
    BOOL fits = buffer != NULL && *length >= needed;
    if (fits) MultiByteToWideChar(CP_ACP, 0, devices[device].guid, -1, buffer, (int)*length / 2);
    if (type != NULL) *type = REG_SZ;
    *length = needed;
    return fits ? CR_SUCCESS : CR_BUFFER_SMALL;
}

/* -- dxgi */

typedef struct {
    void **functions;
    UINT index;
} Object;

static HRESULT WINAPI not_there(void) { return E_NOTIMPL; }

static ULONG WINAPI count_reference(void *object) {
    (void)object;
    return 1;
}

static HRESULT WINAPI describe(Object *adapter, DXGI_ADAPTER_DESC1 *description) {
    memset(description, 0, sizeof *description);
    description->VendorId = adapters[adapter->index].vendor;
    memcpy(&description->AdapterLuid, &adapters[adapter->index].luid, sizeof(LUID));
    return S_OK;
}

static void **adapter_functions(void) {
    static void *functions[40];
    for (size_t index = 0; index < 40; index++) functions[index] = (void *)not_there;
    functions[1] = functions[2] = (void *)count_reference;
    functions[10] = (void *)describe; /* IDXGIAdapter1::GetDesc1 */
    return functions;
}

static HRESULT adapter_at(UINT index, void **out) {
    static Object found[MOST];
    if (index >= adapter_count) return DXGI_ERROR_NOT_FOUND;
    found[index].functions = adapter_functions();
    found[index].index = index;
    *out = &found[index];
    return S_OK;
}

static HRESULT WINAPI enumerate_adapters(void *factory, UINT index, void **out) {
    (void)factory;
    return adapter_at(index, out);
}

static HRESULT WINAPI enumerate_by_preference(void *factory, UINT index, DXGI_GPU_PREFERENCE wanted,
                                              REFIID type, void **out) {
    (void)factory, (void)wanted, (void)type;
    return adapter_at(index, out);
}

static HRESULT WINAPI create_factory(REFIID type, void **out) {
    static void *functions[40];
    static Object factory = {functions, 0};
    (void)type;
    if (!has_dxgi) return E_FAIL;
    for (size_t index = 0; index < 40; index++) functions[index] = (void *)not_there;
    functions[1] = functions[2] = (void *)count_reference;
    functions[12] = (void *)enumerate_adapters;      /* IDXGIFactory1::EnumAdapters1 */
    functions[29] = (void *)enumerate_by_preference; /* IDXGIFactory6 */
    *out = &factory;
    return S_OK;
}

static void replace_at_start(void *function, void *replacement) {
    unsigned char jump[12] = {0x48, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xE0}; /* mov rax; jmp rax */
    DWORD before;
    memcpy(jump + 2, &replacement, sizeof replacement);
    VirtualProtect(function, sizeof jump, PAGE_EXECUTE_READWRITE, &before);
    memcpy(function, jump, sizeof jump);
    VirtualProtect(function, sizeof jump, before, &before);
}

static void replace_dxgi(void) {
    char path[MAX_PATH];
    GetSystemDirectoryA(path, sizeof path - 16);
    strcat(path, "\\dxgi.dll");
    HMODULE dxgi = LoadLibraryA(path);
    void *function = dxgi != NULL ? (void *)GetProcAddress(dxgi, "CreateDXGIFactory1") : NULL;
    if (function == NULL) {
        fputs("pretended_windows: no CreateDXGIFactory1\n", stderr);
        exit(4);
    }
    replace_at_start(function, (void *)create_factory);
}

/* -- kernel32: one package of one family */

static LONG WINAPI packages_by_family(const WCHAR *family, UINT32 *count, WCHAR **names,
                                      UINT32 *length, WCHAR *buffer) {
    static const WCHAR name[] = L"pack";
    BOOL is_there = package_folder[0] != L'\0' &&
                    wcscmp(family, L"Microsoft.D3DMappingLayers_8wekyb3d8bbwe") == 0;
    BOOL fits = names != NULL && buffer != NULL && *length >= sizeof name / sizeof *name;
    *count = is_there ? 1 : 0;
    *length = is_there ? sizeof name / sizeof *name : 0;
    if (!is_there) return ERROR_SUCCESS;
    if (!fits) return ERROR_INSUFFICIENT_BUFFER;
    memcpy(buffer, name, sizeof name);
    names[0] = buffer;
    return ERROR_SUCCESS;
}

static LONG WINAPI package_path(const WCHAR *name, UINT32 *length, WCHAR *path) {
    (void)name;
    UINT32 needed = (UINT32)wcslen(package_folder) + 1;
    BOOL fits = path != NULL && *length >= needed;
    *length = needed;
    if (!fits) return ERROR_INSUFFICIENT_BUFFER;
    wcscpy(path, package_folder);
    return ERROR_SUCCESS;
}

/* -- the loader's import table */

static FARPROC WINAPI find_function(HMODULE module, const char *name) {
    if ((uintptr_t)name < 65536) return GetProcAddress(module, name);
    void *kernel = NULL;
    if (strcmp(name, "GetPackagesByPackageFamily") == 0) return (FARPROC)(void *)packages_by_family;
    if (strcmp(name, "GetPackagePathByFullName") == 0) return (FARPROC)(void *)package_path;
    if (strcmp(name, "D3DKMTEnumAdapters2") == 0) kernel = (void *)enumerate_kernel;
    if (strcmp(name, "D3DKMTQueryAdapterInfo") == 0) kernel = (void *)query_kernel;
    if (kernel == NULL) return GetProcAddress(module, name);
    return has_kernel ? (FARPROC)kernel : NULL;
}

static const struct {
    const char *name;
    void *function;
} replacements[] = {
    {"GetTokenInformation", (void *)token_information},
    {"IsWow64Process", (void *)wow64_process},
    {"RegOpenKeyExA", (void *)open_key},
    {"GetProcAddress", (void *)find_function},
    {"GetPackagesByPackageFamily", (void *)packages_by_family},
    {"GetPackagePathByFullName", (void *)package_path},
    {"CM_Get_Device_ID_List_SizeW", (void *)list_size},
    {"CM_Get_Device_ID_ListW", (void *)list_devices},
    {"CM_Locate_DevNodeW", (void *)locate_device},
    {"CM_Get_DevNode_Status", (void *)device_status},
    {"CM_Open_DevNode_Key", (void *)open_device_key},
    {"CM_Get_Child", (void *)first_child},
    {"CM_Get_Sibling", (void *)next_sibling},
    {"CM_Get_Device_IDW", (void *)device_name},
    {"CM_Get_DevNode_Registry_PropertyW", (void *)device_property},
};

static void replace_import(const char *name, void **slot) {
    for (size_t index = 0; index < sizeof replacements / sizeof *replacements; index++) {
        if (strcmp(name, replacements[index].name) != 0) continue;
        DWORD before;
        VirtualProtect(slot, sizeof *slot, PAGE_READWRITE, &before);
        *slot = replacements[index].function;
        VirtualProtect(slot, sizeof *slot, before, &before);
    }
}

static void replace_imports(HMODULE module) {
    char *base = (char *)module;
    IMAGE_NT_HEADERS *header = (IMAGE_NT_HEADERS *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    IMAGE_DATA_DIRECTORY where =
        header->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
    IMAGE_IMPORT_DESCRIPTOR *library = (IMAGE_IMPORT_DESCRIPTOR *)(base + where.VirtualAddress);
    for (; library->Name != 0; library++) {
        IMAGE_THUNK_DATA *name = (IMAGE_THUNK_DATA *)(base + library->OriginalFirstThunk);
        IMAGE_THUNK_DATA *slot = (IMAGE_THUNK_DATA *)(base + library->FirstThunk);
        for (; name->u1.AddressOfData != 0; name++, slot++) {
            if (IMAGE_SNAP_BY_ORDINAL(name->u1.Ordinal)) continue;
            IMAGE_IMPORT_BY_NAME *import =
                (IMAGE_IMPORT_BY_NAME *)(base + name->u1.AddressOfData);
            replace_import((const char *)import->Name, (void **)&slot->u1.Function);
        }
    }
}

void *dlopen(const char *path, int mode) {
    static BOOL is_ready;
    (void)mode;
    if (!is_ready) {
        read_facts();
        replace_dxgi();
        is_ready = TRUE;
    }
    HMODULE module = LoadLibraryA(path);
    if (module != NULL) replace_imports(module);
    return module;
}

const char *dlerror(void) { return "LoadLibrary failed"; }
