"""Which sentence says what a thing is, and which one brings somebody in."""

from __future__ import annotations

import pytest

from quire.wiki.definitions import (
    INTRODUCES,
    definition_kind,
    definition_score,
    introduction_score,
    opening_score,
    opens_with_clause,
    place_score,
)


@pytest.mark.parametrize(
    ("sentence", "name", "least"),
    [
        ("A plugin is nothing more than a script that is loaded by itself.", "plugin", 6),
        ("Ownership is a set of rules.", "ownership", 6),
        ("The push method adds a character to the end.", "push method", 4),
        ("This handover is called a move.", "move", 4),
        ("Each mill keeps ropes to three others, called its neighbours.", "neighbour", 4),
        ('He drew a new kind of chart called the "treemap" consisting of boxes.', "treemap", 4),
        ("A rule of such a kind is also known as a lemma.", "lemma", 4),
        ("We define a struct named Guess that has one field.", "Guess", 4),
        ("A view defines a query under a name.", "view", 4),
        ("One possible definition is that a gear is the part that turns others.", "gear", 4),
        ("The compiler has a borrow checker that compares scopes.", "borrow checker", 4),
        ("He called it prima facie, which means at first sight.", "prima facie", 4),
        ("Moses ben Maimon, or Maimonides (1138–1204), was a physician.", "Maimonides", 4),
        ("British philosopher John Stuart Mill (1806–1873) expresses this.", "John Stuart Mill", 4),
        ("Binary crates are programs that can be run.", "binary crate", 4),
        ("He oils the gear, a wheel with teeth, every night.", "gear", 4),
        ("By the term gear we mean such a wheel.", "gear", 4),
        ("gear: a wheel with teeth.", "gear", 4),
        ("Like a lever, a gear is a simple machine.", "gear", 4),
        ("It tells which application binary interface (ABI) is used.", "application binary interface", 4),
        ("In scripts, the word continuation is often used to mean a callback for the next step.", "continuation", 4.0),
        ("Arguments are the values, and parameters are the named variables that receive them.", "parameter", 4.0),
        ("Note: A search tree is a tree with a constraint on its values.", "search tree", 6.0),
        ("You may name them - this is called keyword arguments - and leave out the others.", "keyword argument", 4.0),
        ("Inheritance can be best imagined as a relation between types.", "inheritance", 4.0),
        ("The number of cells follows a pattern referred to as the growth curve.", "growth curve", 4.0),
    ],
)
def test_a_sentence_that_says_what_a_thing_is_or_does(sentence: str, name: str, least: float) -> None:
    assert definition_score(sentence, name, "en") >= least


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Because we called the function with 5, the output has both.", "function"),
        ("The program is still small.", "program"),
        ("The process is a bit different here.", "process"),
        ("Output is the same as for the other command.", "output"),
        ("Threads are also only an option on some machines.", "thread"),
        ("It is called vector space by some.", "vector"),
        ("Is a plugin a script?", "plugin"),
        ("The Frankfurt School was critical of the older view.", "Frankfurt School"),
        ("While a debate aims at the truth, the creation of knowledge matters more.", "truth"),
        ("It is a named sequence of statements.", "sequence"),
    ],
)
def test_a_sentence_that_only_tells_one_thing_more_defines_nothing(sentence: str, name: str) -> None:
    assert definition_score(sentence, name, "en") < 4


@pytest.mark.parametrize(
    ("sentence", "name", "defines"),
    [
        ("回归（regression）是一类方法。", "回归", True),
        ("网络由八层组成：五个卷积层和三个全连接层。", "网络", True),
        ("每行数据称为样本（sample），也可以称为数据点。", "样本", True),
        ("文本被拆成词元列表，词元（token）是一种基本单位。", "词元", True),
        ("用来选择参数的程序被称为学习算法。", "学习", False),
        ("这个长度被称为数据的维数。", "数据", False),
        ("函数的形状是对称的。", "函数", False),
        ("资源限制：为容器设置合适的资源请求和限制，防止资源争用。", "资源限制", False),
        ("ConfigMap：存储非敏感配置数据。", "ConfigMap", True),
        ("Grafana 是一个可视化工具。", "Grafana", True),
        ("AI Gateway 是连接客户端与服务的关键桥梁，负责请求路由。", "AI Gateway", True),
        ("损失函数（loss function）能够量化目标的实际值与预测值之间的差距。", "损失函数", True),
        ("自动微分可以用来学习参数吗？", "自动微分", False),
    ],
)
def test_chinese_definitions(sentence: str, name: str, defines: bool) -> None:
    assert (definition_score(sentence, name, "zh") >= 4) is defines


@pytest.mark.parametrize(
    ("sentence", "name", "brought"),
    [
        ("那人身长七尺，姓王名平，字子均。", "王平", True),
        ("众视之，乃天水人也，姓王，名平。", "王平", True),
        ("却说王平，字子均，乃王谦之子。", "王平", True),
        ("王平乃许领其事。", "王平", False),
        ("正走之间，乃王平引军来到。", "王平", False),
        ("前日来者，乃王平之计。", "王平", False),
        ("王平到曹操寨，献上马匹。", "王平", False),
    ],
)
def test_somebody_is_brought_in_by_his_names_family_and_origin(sentence: str, name: str, brought: bool) -> None:
    assert (introduction_score(sentence, [name], "zh") >= INTRODUCES) is brought


@pytest.mark.parametrize(
    ("sentence", "name", "brought"),
    [
        (
            "I should not have known of it had I not met Ogilvy, the well-known astronomer, at Ottershaw.",
            "Ogilvy",
            True,
        ),
        ("Miss Darcy, the daughter of Mr. Darcy, of Pemberley, could not have come.", "Miss Darcy", True),
        ("Mr. Gardiner was a sensible, gentleman-like man.", "Mr. Gardiner", True),
        ("Norris was captain of the team this year, and a sound bat.", "Norris", True),
        ("Norris was fond of the team, and was in command of it.", "Norris", False),
        ("Henderson was a minute or so taking it in.", "Henderson", False),
        ("Jane had been a week in town, without hearing from Caroline.", "Jane", False),
        ("Elizabeth, the moment she saw him, turned away.", "Elizabeth", False),
        ("In the road that runs to Wimbledon was a number of poor vestiges.", "Wimbledon", False),
    ],
)
def test_an_english_person_is_brought_in_by_place_in_life(sentence: str, name: str, brought: bool) -> None:
    assert (introduction_score(sentence, [name], "en") >= INTRODUCES) is brought


def test_relations_and_looks_tell_less_but_more_than_deeds() -> None:
    related = introduction_score("That evening her friend Charlotte came to see them.", ["Charlotte"], "en")
    looks = introduction_score("Mr. Bingley was good looking and gentleman-like.", ["Mr. Bingley"], "en")
    deed = introduction_score("Charlotte’s reply was spared by the entrance of Jane.", ["Charlotte"], "en")
    assert INTRODUCES > related > looks > deed
    office = introduction_score("却说曹操部将王平引军来到。", ["王平"], "zh")
    assert INTRODUCES > office > introduction_score("王平引军来到。", ["王平"], "zh")


@pytest.mark.parametrize(
    ("text", "name", "lang", "placed"),
    [
        ("The village of Longbourn was only one mile from there.", "Longbourn", "en", True),
        ("Weybridge, a small town on the river, was empty.", "Weybridge", "en", True),
        ("They went on to Weybridge before noon.", "Weybridge", "en", False),
        ("此处地名落凤坡。", "落凤坡", "zh", True),
        ("众人投樊城而去。", "樊城", "zh", False),
    ],
)
def test_a_place_is_told_by_what_it_is_and_where(text: str, name: str, lang: str, placed: bool) -> None:
    assert (place_score(text, [name], lang) > 0) is placed


def test_what_somebody_was_brings_him_in_more_than_how_he_felt() -> None:
    known = introduction_score("Mr. Hill, who had been a clerk to their father, came in.", ["Mr. Hill"], "en")
    felt = introduction_score("Miss Hill was not so satisfied with this reply.", ["Miss Hill"], "en")
    assert known > felt


@pytest.mark.parametrize(
    ("text", "name", "lang", "score"),
    [
        ("Liquidity: The balance that can be sent across the channel.", "Liquidity", "en", 4.0),
        ("Liquidity: see above.", "Liquidity", "en", 1.0),
        ("偏差（bias）：描述的是预测值的期望与真实值之间的差距。", "偏差", "zh", 4.0),
        ("刘备：“吾弟必在此处。”", "刘备", "zh", 1.0),
    ],
)
def test_an_entry_of_a_list_defines_its_term(text: str, name: str, lang: str, score: float):
    assert definition_score(text, name, lang) == score


def test_what_was_shown_before_opens_no_clause():
    assert not opens_with_clause("As we have seen, a gear is a wheel with teeth.")
    assert not opens_with_clause("As mentioned above, a gear is a wheel with teeth.")
    assert opens_with_clause("As the gear turns, the mill grinds.")


def test_a_lead_opens_with_its_subject_and_not_with_a_clause():
    assert opening_score("The governor closes a valve.", ["Governor"]) > opening_score(
        "It has a governor.", ["Governor"]
    )
    assert opening_score("If a governor fails, it stops.", ["Governor"]) < 0
    assert (
        opening_score("因为数据有关联，学习器不好学习。", ["数据"]) < 0 < opening_score("数据是观测的集合。", ["数据"])
    )


@pytest.mark.parametrize(
    ("sentence", "name", "kind"),
    [
        ("Kubernetes 的最小调度单位是 `Pod`。", "Pod", "member"),
        ("生命周期，简而言之就是引用的有效作用域。", "生命周期", "class"),
        ("镜像签名确保镜像的来源可信且未被篡改。", "镜像签名", "use"),
        ("生产环境建议指定具体版本号。", "生产环境建议", "use"),
        ("In the preliminary stage, people become aware of an issue.", "Preliminary stage", "setting"),
        ("The `student()` function is technically referred to as a bound function.", "Bound function", "called"),
        ("Early studies mention ramps, wild leeks that grow in the region.", "Ramp", "apposed"),
        ("Serial work, in which one task follows another, is simple.", "Serial work", "apposed"),
        ("A lock, or mutex, is a gate that one thread passes at a time.", "Lock", "class"),
        ("Static routing—also known as fixed routing—defines each path by hand.", "Static routing", "does"),
        ("The `maxAge` option controls how long a cookie is kept.", "maxAge", "does"),
        ("`log.maxAge` defines how long a file is kept.", "maxAge", "does"),
        ("`maxAge.unit` defines the unit of time.", "maxAge", "begins"),
        ("Resolvers are defined in the static file.", "Resolver", "quality"),
        ("We call each position of the wheel a notch.", "Notch", "called"),
        ("We’ll call this process warm start.", "Warm start", "called"),
        ("We call the push method on a vector.", "Vector", ""),
        ("The Fast-Path Protocol (FPP) is a way to skip the queue.", "FPP", "class"),
        ("The protocol for slow paths (FPP) is a way to skip the queue.", "FPP", ""),
        ("这个过程就被称为容器编排（Container Orchestration）。", "容器编排", "called"),
        ("批量大小是512，序列的长度是64。", "批量大小", "quality"),
        ("顾名思义，词向量是用于表示单词意义的向量。", "词向量", "is"),
        ("在训练阶段中，学习率是一个超参数。", "学习率", "class"),
        ("分割通过将图像划分为区域来识别内容。", "分割", "use"),
        ("如果受众是字符串，则必须与标识匹配。", "字符串", ""),
        ("这个方法是迭代器适配器，用于过滤。", "迭代器适配器", ""),
        ("Heat maps (essentially a density of points) show where cases are.", "Heat map", "apposed"),
        ("All is an expression but for the `let` statement, which is a declaration.", "let", "apposed"),
        ("Pod 中断预算（Pod Disruption Budget，简称 PDB）是一种资源对象。", "PDB", "class"),
        ("服务器有硬盘、高速缓存（即离处理器最近的存储器）。", "高速缓存", "apposed"),
        ("如果该套接字是侦听套接字（即绑定过地址的套接字），它才可读。", "套接字", ""),
        ("http://example.org/blog/xdp-paper/中文译本。", "HTTP", "begins"),
        ("指针变量可通俗地理解成存储指针的变量。", "指针变量", "is"),
        ("The yield stress is given by the slope of the line.", "yield stress", "kind of"),
        ("资源配额：为每个命名空间和团队都合理配置配额。", "资源配额", "advice"),
    ],
)
def test_further_forms_that_say_what_a_thing_is(sentence: str, name: str, kind: str):
    assert definition_kind(sentence, name, "zh" if sentence[-1] == "。" else "en") == kind
