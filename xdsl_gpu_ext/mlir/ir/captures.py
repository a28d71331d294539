"""What the code in a region takes from outside."""

from __future__ import annotations

from xdsl.ir import Region, SSAValue, Use


def captured_values(region: Region) -> dict[SSAValue, list[Use]]:
    """
    The values that operations in `region`, at any depth, use although they are defined
    outside of it, each with those uses.

    The values are in the order in which they are first met when every operation comes
    after those in its own regions: the order in which MLIR passes them to outlined
    functions.
    """
    outside: set[Region] = set()
    ancestor = region.parent_region()
    while ancestor is not None:
        outside.add(ancestor)
        ancestor = ancestor.parent_region()

    captured: dict[SSAValue, list[Use]] = {}
    for op in region.walk(region_first=True):
        for index, operand in enumerate(op.operands):
            if operand.owner.parent_region() in outside:
                captured.setdefault(operand, []).append(Use(op, index))
    return captured


def replace_uses(uses: list[Use], value: SSAValue) -> None:
    """Let `value` be used where `uses` are."""
    for use in uses:
        use.operation.operands[use.index] = value
