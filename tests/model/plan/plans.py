"""What tests of plans read out of them."""

from __future__ import annotations

from tests.framework.manifests import list_layers
from vkconfig_py.model.plan.plan import Plan


def variables(plan: Plan) -> dict[str, str | None]:
    return {variable.name: variable.value for variable in plan.variables}


def layers(plan: Plan) -> list[dict]:
    (file,) = plan.files
    assert file.content is not None
    return list_layers(file.content)


def texts(plan: Plan, subject: str | None = None) -> list[str]:
    return [one.text for one in plan.limits if subject is None or one.subject == subject]


def blocking(plan: Plan) -> list[str]:
    return [limit.text for limit in plan.limits if limit.is_blocking]
