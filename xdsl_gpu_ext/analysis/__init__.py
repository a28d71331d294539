"""
The abstract memory of a module, and what is read off it. Nothing here changes IR.

    memory = MemoryAnalysis()                 # analysis.memory; holds until a change
    aliases = memory.aliases(function)
    accesses = memory.accesses(function)

The questions that may be asked from outside, each about one function:

- *may refer to*: `aliases.roots(value)`, a set of `Root`. A root of which `is_anything`
  holds stands for any memory that is known outside of the function.
- *apart*: two roots share no memory unless `accesses.may_share_memory(root, other)`.
  Within one execution of a block, two values share none if their places are disjoint:
  `memory.parts(function).places(value, rotation)`, with `parts.rotation(block)`.
- *reads and writes*: `accesses.own(op)`, or `accesses.of(op)` with what is inside `op`;
  besides, `accesses.touches_anything(op)` and `accesses.acts_elsewhere(op)`.
- *kept*: `accesses.kept(op)`, what later operations may reach without naming it;
  `accesses.all_kept` of the whole function.
- *cannot see*: what `accesses.is_local(root)` is not known to any function that is not
  passed it.
- *summaries*: `memory.effects(function)`, what a call does to the memory of each
  parameter, to globals and to anything; `memory.callee(caller, call)`.
- *passed as one*: `memory.visible.may_be_one(function, root, other)`, whether a call in
  the module passes parts of one buffer as both.
- *overwrites all*: `FullOverwrites(accesses).by(op, buffer)`, in `analysis.overwrite`.
- *unordered*: `Footprints(memory, function)` and `TaskGraph`, in
  `analysis.async_dependencies`.
"""
