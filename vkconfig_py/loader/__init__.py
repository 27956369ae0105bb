"""The embedded loader engine: decides what the Khronos loader would do, and says why.

    from vkconfig_py.loader.api.discover import discover
    from vkconfig_py.loader.base.host import Application, Host

    report = discover(Host.read_current(), Application(layers=("VK_LAYER_KHRONOS_validation",)))

Everything is a value. A what-if is the same call on a changed Host; another loader version is
another LoaderProfile (profiles); the answer is a LoaderReport (rules) in the vocabulary of
base/verdicts.py, and explain puts it into words. Nothing but probe starts a process, and nothing
but its children opens a library.

Import names from their own modules: re-exporting them here would load the whole engine for every
user of Host.
"""
