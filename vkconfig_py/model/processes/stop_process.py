"""Ends a running process in the way that it can answer to."""

from __future__ import annotations

import signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.probe.processes import send_signal
from vkconfig_py.model.files.paths import reason_of
from vkconfig_py.model.processes.running_now import RunningProcess

ASKED = tr("Asked {title} (process {pid}) to end.")


def stop_process(process: RunningProcess) -> str:
    """Send SIGTERM to a process; return why that was not possible, "" if it was."""
    title, pid = process.title, process.facts.pid
    try:
        send_signal(process.facts.pid, process.facts.start, signal.SIGTERM)
    except ProcessLookupError:
        return tr("{title} (process {pid}) has ended already.", title=title, pid=pid)
    except OSError as error:
        return tr(
            "{title} (process {pid}) was not stopped: {reason}.",
            title=title,
            pid=pid,
            reason=reason_of(error),
        )
    return ""
