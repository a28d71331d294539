"""
Interfaces of attributes that dialects demand of one another's.

LLVM lets an attribute promise an interface; here it inherits from the class. They stand
apart so that a dialect can implement what another demands without loading it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from xdsl.ir import Attribute, TypeAttribute


class TargetAttrInterface(Attribute):
    """
    `gpu::TargetAttrInterface`: something to compile device code for, as `#nvvm.target`.
    It may stand in the targets of a `gpu.module` and in a `#gpu.object`.
    """


class OffloadingTranslationAttr(Attribute):
    """
    `gpu::OffloadingTranslationAttrTrait`: how compiled device code is put into host
    code, as `#gpu.select_object`.
    """


class DeviceMappingAttrInterface(Attribute, ABC):
    """
    `DeviceMappingAttrInterface`: what a dimension of a loop is mapped to, as
    `#gpu.block<x>`.
    """

    @property
    @abstractmethod
    def mapping_id(self) -> int:
        """Which of its kind it is, as a number."""

    @property
    @abstractmethod
    def is_linear_mapping(self) -> bool:
        """Whether it is a dimension of linear ids rather than x, y or z."""

    @property
    @abstractmethod
    def relative_index(self) -> int:
        """Which dimension it is: x and `linear_dim_0` are 0."""


class DeviceMaskingAttrInterface(Attribute, ABC):
    """
    `DeviceMaskingAttrInterface`: which of the units that a loop is mapped to take part,
    as `#gpu.mask<255>`.
    """

    @property
    @abstractmethod
    def max_num_physical_ids(self) -> int:
        """How many units the mask can tell apart."""


class DataType(TypeAttribute):
    """No memory can be reached by values of the type: tokens, handles, numbers."""
