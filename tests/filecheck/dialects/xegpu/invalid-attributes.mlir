// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func private @unknown_policy() attributes {a = #xegpu.cache_hint<write_never>}

// CHECK: expected one of: cached, uncached, streaming, read_invalidate, write_back, write_through

// -----

func.func private @no_policy() attributes {a = #xegpu.cache_hint<>}

// CHECK: expected one of: cached

// -----

func.func private @bare_policy() attributes {a = #xegpu<cache_hint cached>}

// CHECK: '<' expected

// -----

func.func private @unknown_space() attributes {a = #xegpu<memory_space private>}

// CHECK: expected one of: global, slm

// -----

func.func private @space_in_brackets() attributes {a = #xegpu.memory_space<slm>}

// CHECK: expected one of: global, slm

// -----

func.func private @unknown_scope() attributes {a = #xegpu<fence_scope subgroup>}

// CHECK: expected one of: workgroup, gpu

// -----

func.func private @unknown_attribute() attributes {a = #xegpu.bogus<3>}

// CHECK: 'xegpu.bogus' is not registered

// -----

func.func private @unknown_parameter() attributes {a = #xegpu.block_tdesc_attr<chunk_size = 2>}

// CHECK: duplicate or unknown struct parameter name: chunk_size

// -----

func.func private @repeated_parameter() attributes {a = #xegpu.block_tdesc_attr<array_length = 2, array_length = 2>}

// CHECK: duplicate or unknown struct parameter name: array_length

// -----

func.func private @trailing_comma() attributes {a = #xegpu.block_tdesc_attr<array_length = 2,>}

// CHECK: identifier expected

// -----

func.func private @no_parameters() attributes {a = #xegpu.block_tdesc_attr}

// CHECK: '<' expected

// -----

func.func private @length_is_float() attributes {a = #xegpu.block_tdesc_attr<array_length = 2.0>}

// CHECK: expected an integer attribute

// -----

func.func private @check_is_number() attributes {a = #xegpu.block_tdesc_attr<boundary_check = 1>}

// CHECK: expected a boolean

// -----

func.func private @space_is_number() attributes {a = #xegpu.block_tdesc_attr<memory_space = 3>}

// CHECK: expected one of: global, slm

// -----

func.func private @empty_chunks() attributes {a = #xegpu.scatter_tdesc_attr<chunk_size = 0>}

// CHECK: invalid chunk size

// -----

func.func private @negative_chunks() attributes {a = #xegpu.scatter_tdesc_attr<chunk_size = -1>}

// CHECK: invalid chunk size

// -----

func.func private @range_backwards() attributes {a = #xegpu.range<[4, 2]>}

// CHECK: 'end' : 2 must be greater than 'start' : 4

// -----

func.func private @empty_range() attributes {a = #xegpu.range<[2, 2]>}

// CHECK: 'end' : 2 must be greater than 'start' : 2

// -----

func.func private @range_without_brackets() attributes {a = #xegpu.range<2, 4>}

// CHECK: Expected '['

// -----

func.func private @range_of_floats() attributes {a = #xegpu.range<[2, 4.0]>}

// CHECK: expected an integer attribute

// -----

func.func private @repeated_key() attributes {a = #xegpu.mem_layout<stride = [1, 2], stride = [8, 8]>}

// CHECK: duplicate key 'stride' in mem layout attribute

// -----

func.func private @key_without_value() attributes {a = #xegpu.mem_layout<stride>}

// CHECK: Expected '='

// -----

func.func private @no_keys() attributes {a = #xegpu.mem_layout<>}

// CHECK: identifier expected
