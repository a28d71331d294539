"""
Limits of xDSL's core that stop real GPU files, lifted.

One file a part of xDSL. Each limit is a `Limit` there, which says what holds in MLIR,
what xDSL does, and who meets it; below it are the functions that take the place of
xDSL's. To add one:

1. Find the file of its part, or write one and add it to `FILES`.
2. State the limit, and decorate what replaces xDSL's function; the parameters are the
   same:

    ```python
    refuse_giant_integers = Limit(
        \"\"\"
        Refuse `i99999999999`, as MLIR does.

        xDSL accepts the type, and runs out of memory for the range of its values.
        \"\"\",
        still="test_xdsl_still_needs_this",
    )


    @refuse_giant_integers.replaces(IntegerType, "verify")
    def _verify(self: IntegerType) -> None:
        _verify.original(self)
        ...
    ```

    `replaces` is for a function that the class or module itself has, `adds` for a
    method that the class inherits, `derives` for a constant.
3. Test it in `tests/mlir/core/test_<file>.py`, and write the test that `still` names:
   it fails when xDSL no longer needs the limit lifted.

A file here imports nothing of `mlir/dialects`, and importing it changes nothing:
`xdsl_gpu_ext.mlir.activate` lifts all limits. A function has one replacement.
"""

FILES = (
    "accessors",
    "affine",
    "assembly_format",
    "attribute_parameters",
    "bad_input",
    "construction",
    "definitions",
    "dense_elements",
    "diagnostics",
    "dlti",
    "format_constraints",
    "forward_references",
    "functions",
    "integer_storage",
    "integer_types",
    "interpreter",
    "locations",
    "memref_types",
    "number_literals",
    "operation_texts",
    "pass_options",
    "prepared_checks",
    "printing",
    "resources",
    "scanner",
    "tensor_types",
    "type_texts",
    "value_names",
    "vector_types",
    "verifier",
)
"""The files that hold limits."""

COMMAND_LINE = ("pass_options",)
"""Those of `FILES` that matter to `xdsl-opt` before it loads anything of ours."""

DEFINITIONS = ("definitions",)
"""Those of `FILES` that matter to what is defined while the others are imported."""
