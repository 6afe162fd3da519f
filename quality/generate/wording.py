"""Words, sentences and figures for generated pages: plain business text, the same for the same seed."""

from __future__ import annotations

from random import Random

NOUNS = {
    "en": [
        "equipment",
        "training",
        "insurance",
        "transport",
        "energy",
        "maintenance",
        "research",
        "office rent",
        "software licences",
        "consulting",
        "packaging",
        "water supply",
        "waste disposal",
        "security",
        "catering",
        "storage",
        "travel",
        "printing",
        "advertising",
        "legal advice",
    ],
    "zh": [
        "设备采购",
        "员工培训",
        "保险费用",
        "运输服务",
        "能源供应",
        "日常维护",
        "技术研发",
        "办公租金",
        "软件许可",
        "咨询服务",
        "包装材料",
        "供水系统",
        "垃圾处理",
        "安全保卫",
        "餐饮服务",
        "仓储物流",
        "差旅费用",
        "印刷制作",
        "广告宣传",
        "法律顾问",
    ],
}
PLACES = {
    "en": [
        "north district",
        "harbour",
        "old town",
        "river bank",
        "airport",
        "university",
        "main station",
        "west park",
        "market hall",
    ],
    "zh": ["北区", "港口", "老城", "河岸", "机场", "大学", "火车站", "西公园", "市场"],
}
NAMES = {
    "en": [
        "Ann Walker",
        "Peter Moore",
        "Lucy Grant",
        "Tom Baker",
        "Mary Stone",
        "John Field",
        "Ruth Carter",
        "Paul Young",
    ],
    "zh": ["王芳", "李明", "张伟", "刘洋", "陈静", "杨帆", "赵磊", "周敏"],
}
SENTENCES = {
    "en": [
        "The committee reviewed {a} and {b} at the {p} and asked for a written report by the end of {y}.",
        "Costs of {a} rose by {n} per cent in {y}, mainly because {b} had to be extended at the {p}.",
        "Work on {a} began in {y}; {b} followed as soon as the {p} had been cleared.",
        "Members agreed that {a} needs more attention, and that {b} can wait until {y}.",
        "About {n} households near the {p} use the new service for {a}, which is combined with {b}.",
        "No objections were raised against {a}.",
        "The plan for {y} provides for {a} at the {p}, for {b} and for a review after {n} months.",
    ],
    "zh": [
        "委员会在{p}检查了{a}和{b}的执行情况，要求在{y}年年底前提交书面报告。",
        "{y}年{a}支出增长{n}%，主要原因是{p}的{b}项目扩大了规模。",
        "{a}工作于{y}年启动，{p}清理完成后随即开展{b}。",
        "与会人员一致认为应加强{a}，而{b}可以推迟到{y}年进行。",
        "{p}附近约{n}户居民使用新的{a}服务，该服务与{b}合并办理。",
        "对{a}没有提出异议。",
        "{y}年计划包括{p}的{a}、{b}以及{n}个月后的复查。",
    ],
}


class Writer:
    """Text of one language from one seed."""

    def __init__(self, language: str, seed: str) -> None:
        self.language = language
        self.random = Random(seed)
        self._left: list[str] = []

    def noun(self) -> str:
        """A noun; none comes again before all have been used."""
        if not self._left:
            self._left = list(NOUNS[self.language])
            self.random.shuffle(self._left)
        return self._left.pop()

    def label(self) -> str:
        """A noun as it begins a row."""
        noun = self.noun()
        return noun[:1].upper() + noun[1:]

    def place(self) -> str:
        """A part of a town."""
        return self.random.choice(PLACES[self.language])

    def name(self) -> str:
        """A person."""
        return self.random.choice(NAMES[self.language])

    def year(self) -> int:
        """A year of this century."""
        return self.random.randint(2014, 2026)

    def sentence(self) -> str:
        """A sentence."""
        text = self.random.choice(SENTENCES[self.language])
        return text.format(a=self.noun(), b=self.noun(), p=self.place(), y=self.year(), n=self.random.randint(3, 90))

    def paragraph(self, sentences: int) -> str:
        """Sentences, joined as the language joins them."""
        return ("" if self.language == "zh" else " ").join(self.sentence() for _ in range(sentences))

    def title(self) -> str:
        """A heading."""
        first, second = self.label(), self.noun()
        return f"{first}与{second}" if self.language == "zh" else f"{first} and {second}"

    def figure(self, most: int = 99_999) -> str:
        """An amount with separators of thousands; now and then negative in brackets, or a dash."""
        kind = self.random.random()
        amount = f"{self.random.randint(11, most):,}"
        return "–" if kind < 0.05 else f"({amount})" if kind < 0.15 else amount

    def share(self) -> str:
        """A percentage."""
        return f"{self.random.randint(1, 999) / 10}%"

    def say(self, en: str, zh: str) -> str:
        """One of the texts, by language."""
        return {"en": en, "zh": zh}[self.language]
