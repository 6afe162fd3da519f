"""The shapes of a slide as markup (ECMA-376, part 1, DrawingML and PresentationML), without any package."""
