"""Golden playthroughs: matches written down with every public answer of the engine at every state.

`playthroughs/matches` holds a whole match for every preset and line-up, `playthroughs/parameters` what each
value of each parameter does. They are written by `uv run python -m tests.deberts.golden` and compared by
`test_golden`; a change of the engine's answers is a change of these files, to be read before it is kept.
"""
