"""Device memory as the host manages it, and the dynamic memory of a block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ContainerType,
    MemRefType,
    ShapedType,
    UnitAttr,
    i8,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import MemoryWriteEffect, Pure, SymbolTable
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.gpu.async_interface import (
    ASYNC_FORMAT,
    AsyncDependencies,
    AsyncOp,
    AsyncOpInterface,
    async_op_definition,
    token_types,
)
from xdsl_gpu_ext.dialects.gpu.attributes import AddressSpace, AddressSpaceAttr
from xdsl_gpu_ext.dialects.gpu.constraints import memref_type
from xdsl_gpu_ext.mlir.interfaces.traits import (
    Allocates,
    Frees,
    ManagesMemory,
    Reads,
    Writes,
)
from xdsl_gpu_ext.mlir.ir.memref_layout import num_dynamic_dims, num_symbols
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement


def _element_type(type: Attribute) -> Attribute:
    """The element type of a shaped type; any other type itself."""
    if not isinstance(type, ShapedType):
        return type
    return cast(ContainerType[Attribute], type).get_element_type()


@irdl_op_refinement
class AllocOp(xdsl_gpu.AllocOp):
    """
    Allocates device memory.

    ```mlir
    %m = gpu.alloc (%n) : memref<?xf32>
    %m, %t = gpu.alloc async [%dep] host_shared (%n)[%s] : memref<?xf32, #map>
    ```

    One size for each dynamic dimension, in parentheses; one symbol for each symbol of
    the layout, in brackets. `host_shared` memory can be read and written by the host.
    """

    traits = traits_def(AsyncOpInterface(), Allocates("result"))
    assembly_format = (
        ASYNC_FORMAT + "(`host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` "
        "(`` `[` $symbolOperands^ `]`)? attr-dict `:` type($result)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        return_type: MemRefType,
        dynamic_sizes: Sequence[SSAValue | Operation] | None = None,
        host_shared: bool = False,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
        symbol_operands: Sequence[SSAValue | Operation] | None = None,
    ):
        IRDLOperation.__init__(
            self,
            operands=[async_dependencies, dynamic_sizes, symbol_operands],
            result_types=[return_type, token_types(is_async)],
            properties={"hostShared": UnitAttr() if host_shared else None},
        )

    @property
    def memref(self) -> SSAValue:
        """The allocated buffer: LLVM's name for the result that xDSL calls `result`."""
        return self.result

    def verify_(self) -> None:
        type = self.result.type
        expected = num_dynamic_dims(type)
        if len(self.dynamicSizes) != expected:
            raise VerifyException(
                "'gpu.alloc' op incorrect number of dynamic sizes, has "
                f"{len(self.dynamicSizes)}, expected {expected}"
            )
        if len(self.symbolOperands) != num_symbols(type):
            raise VerifyException(
                "'gpu.alloc' op symbol operand count does not equal memref symbol count"
            )


@async_op_definition
class DeallocOp(AsyncOp):
    """
    Frees what `gpu.alloc` allocated: `gpu.dealloc async [%t] %m : memref<?xf32>`.

    xDSL's operation of this name carries an `operandSegmentSizes` attribute that LLVM's
    has not.
    """

    name = "gpu.dealloc"

    memref = operand_def(MemRefType)

    traits = traits_def(Frees("memref"))
    assembly_format = ASYNC_FORMAT + "$memref attr-dict `:` type($memref)"

    def __init__(
        self,
        memref: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, memref],
            result_types=[token_types(is_async)],
        )


@async_op_definition
class MemcpyOp(AsyncOp):
    """
    Copies between buffers of the host and the device, in any direction.

    ```mlir
    %t = gpu.memcpy async [%dep] %dst, %src : memref<?xf32>, memref<?xf32>
    ```

    Both have one element type and compatible shapes; layouts may differ. xDSL's
    operation of this name carries an `operandSegmentSizes` attribute that LLVM's has
    not, and takes the source first when built in Python.
    """

    name = "gpu.memcpy"

    dst = operand_def(MemRefType)
    src = operand_def(MemRefType)

    traits = traits_def(Writes("dst"), Reads("src"))
    assembly_format = (
        ASYNC_FORMAT + "$dst `,` $src `:` type($dst) `,` type($src) attr-dict"
    )

    def __init__(
        self,
        dst: SSAValue | Operation,
        src: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, dst, src],
            result_types=[token_types(is_async)],
        )

    def verify_(self) -> None:
        dst, src = memref_type(self.dst), memref_type(self.src)
        if _element_type(dst) != _element_type(src):
            raise VerifyException(
                "'gpu.memcpy' op arguments have incompatible element type"
            )
        if dst.get_num_dims() != src.get_num_dims() or any(
            d != s and DYNAMIC_INDEX not in (d, s)
            for d, s in zip(dst.get_shape(), src.get_shape(), strict=True)
        ):
            raise VerifyException("'gpu.memcpy' op arguments have incompatible shape")


@async_op_definition
class MemsetOp(AsyncOp):
    """
    Sets every element of a buffer: `gpu.memset [%t] %m, %zero : memref<?xf32>, f32`.
    """

    name = "gpu.memset"

    dst = operand_def(MemRefType)
    value = operand_def()

    traits = traits_def(Writes("dst"))
    assembly_format = (
        ASYNC_FORMAT + "$dst `,` $value `:` type($dst) `,` type($value) attr-dict"
    )

    def __init__(
        self,
        dst: SSAValue | Operation,
        value: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, dst, value],
            result_types=[token_types(is_async)],
        )

    def verify_(self) -> None:
        if _element_type(self.dst.type) != _element_type(self.value.type):
            raise VerifyException(
                "'gpu.memset' op failed to verify that all of {dst, value} have same "
                "element type"
            )


@irdl_op_refinement
class HostRegisterOp(xdsl_gpu.HostRegisterOp):
    """
    Lets the device access a host buffer: `gpu.host_register %m : memref<*xf32>`.
    """

    traits = traits_def(ManagesMemory())

    assembly_format = "$value attr-dict `:` type($value)"


@irdl_op_refinement
class HostUnregisterOp(xdsl_gpu.HostUnregisterOp):
    """Takes `gpu.host_register` back: `gpu.host_unregister %m : memref<*xf32>`."""

    traits = traits_def(ManagesMemory())

    assembly_format = "$value attr-dict `:` type($value)"


@irdl_op_refinement
class SetDefaultDeviceOp(xdsl_gpu.SetDefaultDeviceOp):
    """The GPU that later operations use, by index: `gpu.set_default_device %i`."""

    traits = traits_def(MemoryWriteEffect())
    assembly_format = "attr-dict $devIndex"


@irdl_op_definition
class DynamicSharedMemoryOp(IRDLOperation):
    """
    The workgroup memory whose size the launch gives, in bytes:

    ```mlir
    %m = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    ```
    """

    name = "gpu.dynamic_shared_memory"

    resultMemref = result_def(MemRefType.constr(element_type=i8))

    traits = traits_def(Pure())
    assembly_format = "attr-dict `:` type($resultMemref)"

    def __init__(self) -> None:
        space = AddressSpaceAttr(AddressSpace.Workgroup)
        super().__init__(
            result_types=[MemRefType(i8, [DYNAMIC_INDEX], memory_space=space)]
        )

    def verify_(self) -> None:
        type = self.resultMemref.type
        if type.get_num_dims() != 1:
            raise VerifyException(
                f"'{self.name}' op result must be 1D memref of 8-bit signless integer "
                f"values, but got {type}"
            )
        parent = self.parent_op()
        while parent is not None and not parent.has_trait(SymbolTable):
            parent = parent.parent_op()
        if parent is None:
            raise VerifyException(
                f"'{self.name}' op must be inside an op with symbol table"
            )
        if type.memory_space != AddressSpaceAttr(AddressSpace.Workgroup):
            raise VerifyException(
                f"'{self.name}' op address space must be address_space<workgroup>"
            )
        if type.has_static_shape():
            raise VerifyException(
                f"'{self.name}' op result memref type must be memref<?xi8, "
                "#gpu.address_space<workgroup>>"
            )
