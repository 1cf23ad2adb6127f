"""Plans: the IR as plain loops over bit masks, the common ground of generated engines.

A plan has no sets, no binders and no laziness left: masks, loops, tests and assignments that a
printer writes down in its language.  It is made from the IR alone and holds no rule of any game.
"""
