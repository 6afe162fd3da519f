"""The parts of a Word file as markup (ECMA-376, part 1, WordprocessingML), without any package."""
