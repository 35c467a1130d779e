"""What every module has besides the functions of the rules, as WebAssembly text."""

NATIVE = {
    "backup": """(func $backup
(memory.copy (i32.const {behind}) (i32.const {image}) (i32.const {size})))""",
    "restore": """(func $restore
(memory.copy (i32.const {image}) (i32.const {behind}) (i32.const {size})))""",
}
"""Functions that some modules need, by name."""

DRIVER = """
(func $fail (param i64 i64 i64)
(i64.store offset={reason} (i32.const 0) (local.get 0))
(i64.store offset={reason} (i32.const 8) (local.get 1))
(i64.store offset={reason} (i32.const 16) (local.get 2))
(unreachable))
(func $start (export "start") (param $seed i64) (param $number i64)
(memory.copy (i32.const {image}) (i32.const {pristine}) (i32.const {size}))
(call ${begin} (local.get $seed) (local.get $number)))
(func (export "run") (result i32) (call ${run}))
(func (export "record") (param i64 i64) (call ${record} (local.get 0) (local.get 1)))
(func (export "answer") (param $index i64)
(i64.store32 offset={answer} (i32.const 0) (local.get $index))
(call ${answered})
(i64.store offset={resuming} (i32.const 0) (i64.const 1)))
(func (export "turn") (param $index i64) (result i32)
(i64.store32 offset={answer} (i32.const 0) (local.get $index))
(call ${answered})
(i64.store offset={resuming} (i32.const 0) (i64.const 1))
(call ${run}))
(func (export "deal") (param i64 i64 i64)
(call ${deal} (local.get 0) (local.get 1) (local.get 2)))
(func (export "think") (param i64 i64) (result i64)
(call ${think} (local.get 0) (local.get 1)))
(func (export "many") (param $seed i64) (param $first i64) (param $i i64) (param $end i64)
(param $stride i64)
(block $out (loop $in
(br_if $out (i64.ge_s (local.get $i) (local.get $end)))
(i64.store offset={number} (i32.const 0) (local.get $i))
(call $start (local.get $seed) (i64.add (local.get $first) (local.get $i)))
(drop (call ${direct}))
(call ${record} (local.get $i) (i64.const 0))
(local.set $i (i64.add (local.get $i) (local.get $stride)))
(br $in))))
"""
"""What is called from outside."""

WITHIN = """(func $within (param $index i64) (param $plus i64) (param $count i64) (result i64)
(local.set $index (i64.add (local.get $index) (local.get $plus)))
(if (i64.ge_u (local.get $index) (local.get $count)) (then (unreachable)))
(local.get $index))"""
"""The number of an entry that is looked at before it is used."""
