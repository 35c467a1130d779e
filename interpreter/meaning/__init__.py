"""What expressions and statements mean: the definition of the language.

`scope` says where something is evaluated, the `evaluate_*` modules what each expression means, and
`execute`, `verbs`, `choosing` and `abilities` what each statement does.  `machine` is the thread
that runs them and stops at questions.  `liveness` and `alike` tell which pieces are equal options.
"""
