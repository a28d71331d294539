// RUN: xdsl-opt %s --split-input-file | filecheck %s

// Enumerations: one is a parameter list, two are bare words after the mnemonic.

// CHECK:      #xegpu.cache_hint<cached>, #xegpu.cache_hint<uncached>
// CHECK-SAME: #xegpu.cache_hint<streaming>, #xegpu.cache_hint<read_invalidate>
// CHECK-SAME: #xegpu.cache_hint<write_back>, #xegpu.cache_hint<write_through>
// CHECK-SAME: #xegpu<memory_space global>, #xegpu<memory_space slm>
// CHECK-SAME: #xegpu<fence_scope workgroup>, #xegpu<fence_scope gpu>
func.func private @f() attributes {
  hints = [
    #xegpu.cache_hint<cached>, #xegpu.cache_hint<uncached>,
    #xegpu.cache_hint<streaming>, #xegpu.cache_hint<read_invalidate>,
    #xegpu.cache_hint<write_back>, #xegpu.cache_hint<write_through>
  ],
  spaces = [#xegpu<memory_space global>, #xegpu<memory_space slm>],
  scopes = [#xegpu<fence_scope workgroup>, #xegpu<fence_scope gpu>]
}

// -----

// A word may be in quotes.

// CHECK:      #xegpu.cache_hint<cached>
// CHECK-SAME: #xegpu<memory_space slm>
func.func private @f() attributes {
  hint = #xegpu.cache_hint<"cached">, space = #xegpu<memory_space "slm">
}

// -----

// Encodings show only what differs from the default, in the order of the definition.

// CHECK:      all = #xegpu.block_tdesc_attr<memory_space = slm, array_length = 2 : i64, boundary_check = false>
// CHECK-SAME: checked = #xegpu.block_tdesc_attr<>
// CHECK-SAME: none = #xegpu.block_tdesc_attr<>
// CHECK-SAME: narrow = #xegpu.block_tdesc_attr<array_length = 2 : i32>
func.func private @f() attributes {
  all = #xegpu.block_tdesc_attr<boundary_check = false, array_length = 2, memory_space = slm>,
  checked = #xegpu.block_tdesc_attr<boundary_check = true, memory_space = global, array_length = 1>,
  none = #xegpu.block_tdesc_attr<>,
  narrow = #xegpu.block_tdesc_attr<array_length = 2 : i32>
}

// -----

// CHECK:      both = #xegpu.scatter_tdesc_attr<memory_space = slm, chunk_size = 8 : i64>
// CHECK-SAME: default = #xegpu.scatter_tdesc_attr<>
func.func private @f() attributes {
  both = #xegpu.scatter_tdesc_attr<chunk_size = 8, memory_space = slm>,
  default = #xegpu.scatter_tdesc_attr<chunk_size = 1>
}

// -----

// CHECK:      #xegpu.range<[2 : i64, 4 : i64]>
// CHECK-SAME: #xegpu.range<[-1 : i32, 0 : i64]>
func.func private @f() attributes {
  ranges = [#xegpu.range<[2, 4]>, #xegpu.range<[-1 : i32, 0]>]
}

// -----

// The entries of a memory layout are a dictionary, sorted by name. In an array, `i64`
// needs no mention.

// CHECK:      blocked = #xegpu.mem_layout<block = [16, 16], stride = [1, 32]>
// CHECK-SAME: other = #xegpu.mem_layout<a = [1 : i32, 2], b = "text", stride = 3 : i64>
func.func private @f() attributes {
  blocked = #xegpu.mem_layout<stride = [1, 32], block = [16, 16]>,
  other = #xegpu.mem_layout<b = "text", stride = 3, a = [1 : i32, 2]>
}
