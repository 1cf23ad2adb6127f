"""What every floor shares: source places, diagnostics, types, operators, IR, spec, state.

Standard library only; nothing here does input or output.
"""
