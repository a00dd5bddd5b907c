"""The sums of python-constraint, safe where a scope holds one variable or a domain is empty."""

from __future__ import annotations

from typing import Any

from constraint import ExactSumConstraint, MaxSumConstraint, MinSumConstraint

__all__ = ["ExactSum", "MaxSum", "MinSum"]


class _Guarded:
    """python-constraint's sums may not preprocess a scope of one variable or with an empty domain."""

    def preProcess(self, variables: Any, domains: Any, constraints: Any, vconstraints: Any) -> None:  # noqa: N802
        if len(variables) > 1 and all(domains[v] for v in variables):
            super().preProcess(variables, domains, constraints, vconstraints)  # type: ignore[misc]


class MinSum(_Guarded, MinSumConstraint):  # type: ignore[misc]
    """At least so much."""


class MaxSum(_Guarded, MaxSumConstraint):  # type: ignore[misc]
    """At most so much."""


class ExactSum(_Guarded, ExactSumConstraint):  # type: ignore[misc]
    """Exactly so much."""
