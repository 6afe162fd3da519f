from quire.wiki.subjects.introduced_names_zh import further_names, introduced_names


def test_somebody_is_brought_in_by_where_he_is_from():
    text = "王子安，莒之罗店人，早孤。其妻，夫人也，贤。老者，山中人。"
    assert introduced_names(text) == {"王子安"}


def test_a_life_goes_on_with_the_given_name():
    text = "沈千里\n千里，字季真，吴兴人。工诗，自号四明狂客。\n岑远\n远，南阳人。"
    assert introduced_names(text) == {"沈千里", "岑远"}
    assert further_names(text) == {"沈千里": ["千里", "季真", "四明狂客"]}


def test_a_surname_and_a_name_told_apart_are_a_full_name():
    text = "此人姓董，名昌，字善变，江西人。又有一人姓宋名安，号子成，也来了。"
    assert introduced_names(text) == {"董昌", "宋安"}
    assert further_names(text) == {"董昌": ["善变"], "宋安": ["子成"]}


def test_the_title_of_a_tale_is_somebody_who_opens_its_clauses():
    text = "胡四姐\n生见四姐，四姐笑。四姐问之，四姐去。\n快刀\n有一兵，快刀甚利。快刀出，快刀落。"
    assert "胡四姐" in introduced_names(text)
    assert further_names(text)["胡四姐"] == ["四姐"]
    assert "快刀" not in introduced_names("快刀\n有一兵佩快刀，甚利。")


def test_rulers_are_known_by_their_temple_names():
    assert introduced_names("德宗召之。德宗怒。贬，德宗思之。文祖宗庙。") == {"德宗"}


def test_rulers_are_known_by_their_states():
    text = "齐桓公见之。桓公曰善。晋文公、秦文公皆问之。文公怒。晋文公子重耳。"
    assert introduced_names(text) == {"齐桓公", "晋文公", "秦文公"}
    assert further_names(text) == {"齐桓公": ["桓公"]}


def test_a_given_name_that_stands_alone_tells_whose_surname_stands_before_it():
    rest = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 20000))
    text = f"友人夏淡安来。淡安善饮，余与淡安游。淡安去后，风雨作。\n{rest}"
    assert "夏淡安" in introduced_names(text)
    assert further_names(text)["夏淡安"] == ["淡安"]
    assert not introduced_names(text.replace("淡安", "大雨"))
