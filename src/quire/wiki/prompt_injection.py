"""Prompt injections planted in a book, which no page repeats.

They have no effect on what Quire asks (see `quire.llm.prompt_fence`), but another model may read a page. A passage
keeps them, because it is the book; sentences chosen for pages do not. Only forms that no narrator and no textbook needs
in running text are known here.
"""

from __future__ import annotations

import re

__all__ = ["is_prompt_injection"]

_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+|these\s+)?(?:previous|prior"
    r"|above|earlier|preceding|foregoing)"
    r"\s+(?:instructions?|prompts?|messages?|directions?|commands?|orders|rules|context)\b"
    r"|\byou are (?:now )?(?:an? )?(?:AI|artificial intelligence|(?:large )?language model|ChatGPT|chatbot)\b"
    r"|<\|\w{2,20}\|>|\[/?INST\]|<</?SYS>>"
    r"|(?:忽略|无视|無視|忘记|忘掉|忘記|不要理会|不要理會)(?:掉)?(?:以上|上述|上面|之前|此前|先前|前面|前述|你|所有|一切|全部)[^。！？]{0,8}(?:指令|指示|命令|提示|要求|规则|規則"
    r"|设定|設定)"
    r"|你(?:现在|現在)?是(?:一个|一個|一名|个|個)?(?:AI|人工智能|(?:大|大型)?(?:语言|語言)模型|大模型|聊天机器人|聊天機器人)",
    re.IGNORECASE,
)


def is_prompt_injection(sentence: str) -> bool:
    """Whether a sentence is an order to a language model, or holds the marks by which such models part roles."""
    return _ORDER.search(sentence) is not None
