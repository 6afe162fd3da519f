"""Headings whose text asks or points elsewhere, and tells nothing itself."""

from __future__ import annotations

import re

__all__ = ["is_exercise_heading"]

_EXERCISES = re.compile(
    r"[\d.\s]*(?:exercises?|problems?|questions|quiz|review questions|see also|further reading|references"
    r"|练习|练习题|习题|思考题|复习题|课后(?:练习|习题)|作业|讨论|参考文献|延伸阅读|練習|習題|思考題|複習題|作業|討論|參考文獻)[\s:：]*",
    re.IGNORECASE,
)


def is_exercise_heading(heading: str) -> bool:
    """Whether what stands under a heading asks what others answer: exercises, problems, lists of further reading."""
    return _EXERCISES.fullmatch(heading) is not None
