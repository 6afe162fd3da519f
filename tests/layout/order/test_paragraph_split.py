"""Rows of a column parted into paragraphs."""

from __future__ import annotations

from quire.layout.order.paragraph_breaks import line_pitch, next_word, right_edge
from quire.layout.order.paragraph_split import split_cover, split_paragraphs
from quire.layout.order.reading_order import Column
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from quire.model.table import Align
from tests.layout.pages import BOLD, block, line, of, prose, style, width_of


def paragraphs(*lines, x0=72.0, x1=540.0):
    flat = [one for part in lines for one in (part if isinstance(part, list) else [part])]
    return split_paragraphs(Column(list(rows_of(flat)), x0, x1), 1, 0)


def texts(*lines, **edges):
    return [[row.text for row in draft.rows] for draft in paragraphs(*lines, **edges)]


def test_evenly_set_rows_are_one_paragraph():
    rows = prose(60, 460)
    assert texts(block(rows, 72, 100, to=540)) == [rows]


def test_white_parts_paragraphs():
    first, second = prose(40, 460), prose(40, 460, start=9)
    assert texts(block(first, 72, 100), block(second, 72, 100 + 12 * len(first) + 8)) == [first, second]


def test_an_indented_first_row_parts_paragraphs():
    first, second = prose(40, 460), prose(40, 460, start=9)
    indented = block(second, 72, 100 + 12 * len(first), to=540)
    indented[0] = line(second[0], 92, indented[0].baseline)
    assert texts(block(first, 72, 100, to=540), indented) == [first, second]


def test_a_chinese_indent_of_two_characters_parts_paragraphs():
    rows = [
        line("公司治理的基本状况如下所述并经审", 92, 100),
        line("核无误的内容列示于本节的各项说明。", 72, 116),
        line("另一段落的第一行从这里开始而且写满", 92, 132)._replace(x1=252),
        line("行之后继续。", 72, 148),
    ]
    assert [len(draft.rows) for draft in paragraphs(rows, x1=252)] == [2, 2]


def test_letters_set_from_top_to_bottom_are_one_word():
    assert texts([line(char, 290, 200 + 60 * at, style(36.0)) for at, char in enumerate("用户手册")]) == [
        list("用户手册")
    ]


def test_a_short_last_row_parts_paragraphs_in_justified_text():
    first, second = [*prose(50, 460)[:-1], "the end."], prose(50, 460, start=4)
    rows = block(first, 72, 100, to=540) + block(second, 72, 100 + 12 * len(first), to=540)
    assert texts(rows) == [first, second]


def test_a_change_of_size_parts():
    assert len(texts(line("A title", 72, 100, style(16.0)), block(prose(40, 460), 72, 116))) == 2


def test_a_short_bold_row_parts_but_a_bold_phrase_does_not():
    rows = prose(60, 460)
    lines = block(rows, 72, 100, to=540)
    lines[1] = line(rows[1], 72, lines[1].baseline, BOLD, to=540)
    assert len(texts(lines)) == 1
    assert texts(line("Short title", 72, 88, BOLD), block(rows, 72, 100, to=540)) == [["Short title"], rows]


def test_a_full_row_of_a_heading_is_no_part_of_the_text_below_it():
    """It differs in size and colour; a phrase in colour alone parts nothing."""
    rows = prose(60, 460)
    head = line(
        "A heading that takes the whole width of its column up to its end", 72, 88, style(10.8, color=0x225599), to=532
    )
    assert len(paragraphs(head, block(rows, 72, 100, to=532))) == 2
    coloured = line(rows[0], 72, 100, style(10.0, color=0x225599), to=532)
    assert len(paragraphs(coloured, block(rows[1:], 72, 112, to=532))) == 1


def test_a_sentence_runs_on_behind_a_bold_link_that_is_most_of_its_row():
    rows = prose(60, 460)
    *linked, last = line(rows[0], 72, 100, to=532).words
    link = style(10.0, bold=True, color=0x225599)
    mixed = of([*(one._replace(style=link) for one in linked), last])
    assert len(paragraphs(mixed, block(rows[1:], 72, 112, to=532))) == 1


def test_titles_in_capitals_that_fill_their_row_are_no_beginning_of_the_text():
    title = "IV. ASSESSING PIPELINES THAT WERE MADE FROM THE PARTS"
    column = 72 + width_of(title, 10.0) + 1
    rows = prose(60, column - 84)
    first = line(rows[0], 82, 118, to=column)
    assert texts(line(title, 72, 100), first, block(rows[1:], 72, 130, to=column), x1=column)[0] == [title]


def test_hanging_items_are_kept_together_and_parted_from_each_other():
    lines = [
        line("1. the first item runs over more than a single row and goes on", 72, 100),
        line("under its own text", 86, 112),
        line("2. the second item", 72, 124),
    ]
    assert [len(part) for part in texts(lines)] == [2, 1]


def test_a_year_or_a_decimal_at_the_start_of_a_row_is_no_marker():
    rows = [
        "the amount that was paid rose over the period from 2.5 million to about",
        "3.5 million in the year",
        "2019. It fell after that to an amount that nobody would have expected at",
    ]
    assert len(texts(block(rows[:2], 72, 100, to=440), x1=440)) == 1


def test_alignment():
    (centred,) = paragraphs(line("Centred words", 250, 100), x0=72, x1=493)
    assert centred.align is Align.CENTER
    (right,) = paragraphs(line("Right", 515, 100))
    assert right.align is Align.RIGHT
    (justified,) = paragraphs(block(prose(60, 460), 72, 100, to=540))
    assert justified.align is Align.JUSTIFY


def test_pitch_in_type_sizes():
    assert line_pitch(rows_of(block(prose(80, 460), 72, 100, pitch=1.5))) == 1.5
    assert line_pitch(rows_of([line("one", 72, 100)])) == 1.45


def test_other_items_are_kept_in_place():
    (row,) = rows_of([line("text", 72, 100)])
    drafts = split_paragraphs(Column([row, 3], 72, 540), 1, 0)
    assert [draft.item for draft in drafts] == [-1, 3]


def test_numbered_rows_of_a_stack_of_headings_are_parted():
    rows = ["十五、重大合同及其履行情况", "(一) 托管、承包、租赁事项", "1、托管情况", "□适用 √不适用"]
    assert len(texts(block(rows, 90, 100, pitch=1.76))) == 4


def test_an_entry_whose_second_row_hangs_is_one_paragraph():
    lines = [
        line("⇨ 1.2.1 a documented list of the roles and what belongs to the", 72, 100, to=540),
        line("participants of the programme.", 90, 112),
        line("⇨ 1.2.2 a document that tells what they must be able to do for", 72, 124, to=540),
    ]
    assert [len(part) for part in texts(lines)] == [2, 1]


def test_a_unit_at_the_right_above_a_table_is_a_paragraph_of_its_own():
    unit = line("单位：元 币种：人民币", 440, 112)
    parts = paragraphs(line("主要会计数据如下所述", 72, 100), unit, x1=unit.x1)
    assert [draft.text for draft in parts] == ["主要会计数据如下所述", unit.text]
    assert parts[1].align is Align.RIGHT


def test_boxes_with_answers_stand_alone():
    rows = ["□适用 √不适用", "本公司作为承租方的情况如下"]
    assert texts(line(rows[0], 72, 100), line(rows[1], 72, 112)) == [[rows[0]], [rows[1]]]


def test_a_row_with_a_blank_behind_its_label_stands_alone():
    rows = ["参赛队号（统一编号）：____________", "参赛学校（完整的学校全称，不含院系）"]
    assert texts(line(rows[0], 72, 100, to=300), line(rows[1], 72, 112, to=300), x1=300) == [[rows[0]], [rows[1]]]
    rows = ["the capital of this country is ____", "Another name for it is given below,"]
    assert texts(line(rows[0], 72, 100, to=300), line(rows[1], 72, 112, to=300), x1=300) == [[rows[0]], [rows[1]]]


def test_right_to_left_rows_are_parted_from_the_right():
    full, rest = "עלה בשנה זו לעומת השנה הקודמת", "במיליון שקלים"
    rows = [line(full, 100, 100, to=540), line(full, 98, 112, to=540), line(rest, 440, 124, to=540)]
    apart = [line(full, 100, 100, to=540), line(rest, 440, 112, to=540), line(full, 98, 124, to=540)]
    assert texts(*rows) == [[full, full, rest]]
    assert texts(*apart) == [[full, rest], [full]]


def test_numbered_sections_without_white_between_are_parted():
    rows = [
        "1.2.1 资料涵盖如上的主题例如线上课程",
        "1.2.2 跟踪人员完成的方法和记录的流程",
        "1.2.3 记录完成的人员和时间以及其结果",
    ]
    found = texts(*(line(row, 72, 100 + 14 * i) for i, row in enumerate(rows)), x1=280.0)
    assert found == [[row] for row in rows]
    rows[2] = rows[2].replace("1.2.3", "1.4.3")
    assert texts(*(line(row, 72, 100 + 14 * i) for i, row in enumerate(rows)), x1=280.0) == [rows[:1], rows[1:]]


def test_a_numbered_row_that_is_full_goes_on_at_the_edge():
    rows = [
        line("（一）对公司持续经营的能力产生疑虑", 92, 100)._replace(x1=252),
        line("的事项作出结论并且取得充分的证据。", 72, 116),
        line("（二）另一事项。", 92, 132),
        line("这一段落没有缩进也不属于上面的事项", 72, 148)._replace(x1=252),
    ]
    assert [len(draft.rows) for draft in paragraphs(rows, x1=252)] == [2, 1, 1]


def test_what_stands_at_both_edges_is_not_centred_below_a_date():
    rows = [
        line("31 December 2020", 260, 100)._replace(x1=352),
        line("Company: Sample Limited", 72, 112),
        line("in thousands", 480, 112)._replace(x1=540),
    ]
    first = paragraphs(rows)[0]
    assert [row.text for row in first.rows] == ["31 December 2020"]


def test_lines_of_an_address_are_their_own():
    rows = ["ALEXINUX", "de Lattre Alexis", "27 rue Henri Rolland", "69100 Villeurbanne"]
    assert texts(block(rows, 380, 100, BOLD)) == [[row] for row in rows]
    rows = ["Vorname Nachname", "Strasse Nr", "PLZ Ort"]
    assert texts(block(rows, 72, 100)) == [[row] for row in rows]


def test_lines_that_end_at_the_right_are_their_own():
    rows = ["Invoice no. 4711", "Date 12 June", "Customer no. 90210", "Page 1"]
    lines = [line(row, 540 - 5 * len(row), 100 + 12 * at) for at, row in enumerate(rows)]
    assert texts(lines) == [[row] for row in rows]


def test_entries_of_forms_are_their_own():
    assert len(texts(block(["Name: Howard Pike", "Title: Managing Director"], 72, 100))) == 2
    assert len(texts(block(["法定代表人：李明", "日期：2023年5月4日"], 72, 100))) == 2
    apart = [line(text, x, y) for y in (100, 112) for text, x in (("Filer of the", 72), ("accelerated kind", 300))]
    assert len(texts(apart)) == 2


def test_double_spacing_of_chinese_is_no_white_between_paragraphs():
    rows = [
        "购买商品时先输入类别然后输入商品名称并在库存中查找该商品",
        "信息如果有库存量输入购买的数量进行相应计算如果库存量不够",
        "给出提示信息。",
    ]
    assert texts([line(text, 72, 100 + 27 * n) for n, text in enumerate(rows)], x1=362.0) == [rows]


def test_a_chinese_entry_whose_second_row_hangs_is_one_paragraph():
    rows = [line("创新点传统情感分析只做分类职场镜子有独立的人格与策略", 72, 100), line("库而不是模板。", 92, 114)]
    after = line("下一个要点从这里开始。", 72, 134)
    assert texts(rows, after, x1=345.0) == [[row.text for row in rows], [after.text]]


def test_room_for_an_answer_is_no_part_of_the_question():
    rows = ["2. Record an answer to the question that is stated above", "_" * 90]
    assert texts(*[line(text, 72, 100 + 28 * n) for n, text in enumerate(rows)], line("More", 72, 156)) == [
        ["2. Record an answer to the question that is stated above"],
        ["_" * 90],
        ["More"],
    ]


def test_the_documents_pitch_holds_in_a_column_of_two_rows():
    rows = [line("a row that is full and goes on", 72, 100, to=540), line("in the next row.", 72, 121)]
    column = Column(list(rows_of(rows)), 72, 540)
    assert [len(draft.rows) for draft in split_paragraphs(column, 1, 0, {10.0: 2.1})] == [2]


def test_a_centred_row_that_had_room_for_the_next_word_ends_a_paragraph():
    names = [line("University of Testing", 256, 100, to=356), line("Faculty of Gardens and of Parks", 206, 112, to=406)]
    assert len(texts(names)) == 2
    wrapped = [line("how gardens are kept in the towns of the north and of", 82, 100, to=530)]
    assert len(texts(wrapped, line("the south", 281, 112, to=331))) == 1


def test_signs_around_a_chinese_character_need_room_with_it():
    for text, characters in (("中文", 1), ("件」、此", 3), ("「件」。", 4), ("（MySQL）为", 4.5)):
        assert next_word(line(text, 72, 100, style(12.0)), 540) == 12.0 * characters


def test_an_o_behind_a_comma_is_a_word_and_no_bullet():
    rows = [
        line("El alumno puede pedir la beca en la secretaría, en línea,", 72, 100, to=400),
        line("o por escrito en la oficina de su sede, antes del plazo,", 72, 112, to=400),
    ]
    assert len(texts(rows, x1=400)) == 1


def test_an_initial_behind_a_name_is_no_marker():
    names = [
        "[1] Ferreira, J. A., Tavares, G. M., Pinto, J. G., Pinto,",
        "H. (2020). A machine learning approach to theft of current",
        "detection with meters. Energy, 203, 117858",
    ]
    others = [
        "[2] Kumar, A., Saini, R., Singh, V. P. (2019). An approach to",
        "theft. Personal Communications, 107(4), 2567.",
    ]
    rows = [line(text, 94 if at else 72, 100 + 12 * at, to=384 if at < 2 else None) for at, text in enumerate(names)]
    rows += [line(text, 94 if at else 72, 140 + 12 * at) for at, text in enumerate(others)]
    assert texts(rows, x1=max(row.x1 for row in rows)) == [names, others]
    letters = ["Send the form with a copy of each of these,", "A. the contract and its annexes;", "B. the bill."]
    rows = [line(text, 94 if at else 72, 100 + 12 * at) for at, text in enumerate(letters)]
    assert texts(rows) == [[letter] for letter in letters]


def test_dashes_at_one_edge_are_items_of_their_own():
    rows = [
        line("- review of the rules that were", 72, 100, to=300),
        line("- reports of those who were", 72, 112, to=290),
    ]
    assert len(texts(rows, x1=300)) == 2


def test_a_full_row_with_a_number_goes_on_at_the_edge_with_a_capital():
    rows = [line("2) the file that holds the classes", 99, 100, to=300), line("Stack and Queue.", 72, 112)]
    assert len(texts(rows, line("Another one begins here, and it is long", 72, 124, to=300), x1=300)[0]) == 2


def test_a_chinese_row_with_a_stop_and_room_for_a_character_ends_a_paragraph():
    rows = [line("测试客户端文件能够成功运行；", 72, 100, to=230), line("测试软件能够顺利运行无异常", 72, 116, to=250)]
    assert len(texts(rows, x1=250)) == 2


def test_counted_labels_without_white_between_are_parted():
    rows = [*prose(40, 460)[:-1], "the end of it."]
    for first, second, third in (("UC01.", "UC02.", "UC04."), ("Step 1:", "Step 2:", "Note 3:")):
        lines = [f"{first} {rows[0]}", rows[1], f"{second} {rows[0]}", rows[1], f"{third} {rows[0]}"]
        set_full = [line(text, 72, 100 + 12 * n, to=540) for n, text in enumerate(lines)]
        assert texts(set_full) == [lines[:2], lines[2:]]


def test_chinese_ordinals_are_parted():
    rows = ["第一，公司治理的基本状况如下所述。", "第二，无误的内容列示于本节的说明。"]
    assert texts([line(row, 72, 100 + 16 * n)._replace(x1=252) for n, row in enumerate(rows)], x1=252) == [
        [rows[0]],
        [rows[1]],
    ]


def test_lines_of_a_program_in_the_texts_font_are_their_own():
    rows = ["a = b + c;", "while (a) { b = a;", "}"]
    assert texts([line(row, 72, 100 + 12 * n)._replace(x1=300) for n, row in enumerate(rows)]) == [
        [row] for row in rows
    ]


def test_the_other_rows_of_a_column_tell_where_full_rows_end():
    above = block(prose(60, 460), 72, 100, to=540)
    short = ["One (first, second)", "Another (third, fourth, fifth and more of these words)", "Third (sixth)"]
    rows = [line(text, 72, 300 + 12 * n) for n, text in enumerate([*short, "Last (seventh)"])]
    assert texts(above, rows)[-4:] == [[short[0]], [short[1]], [short[2]], ["Last (seventh)"]]


def test_sentences_that_run_on_beside_a_picture_tell_where_full_rows_end():
    def edge(*texts):
        rows = rows_of([line(text, 72, 100 + 24 * at) for at, text in enumerate(texts)])
        return right_edge(rows, Column(list(rows), 50.0, 900.0)), max(row.x1 for row in rows)

    found, longest = edge(
        "Generated a map of the",
        "correlation heatmap to",
        "relationships between",
        "columns of numerical",
        "features of it.",
    )
    assert found == longest
    found, longest = edge(
        "apples and", "pears", "a few of the best plums", "some nuts", "many other kinds of fruit", "figs"
    )
    assert found == 900.0


def test_a_row_that_reaches_beyond_the_edge_leaves_it_where_it_is():
    """A word that TeX cannot break: the other rows are full where most of them end."""
    row = "の評価が節の独立性なしに適用可能であるとき実用的な帰結として導かれる仮定から要件を満たすこ"
    full = [line(row[:40], 72, 100 + 14 * n) for n in range(4)]
    beyond = line(row[:44], 72, 156)
    last = line("し得る。", 72, 170)
    [whole] = texts(full, beyond, last, x1=512.0)
    assert len(whole) == 6


def test_rows_of_one_length_at_the_left_are_no_full_rows():
    code = [line("[0, 1, 1, 1, 0],", 72, 128 + 14 * n) for n in range(5)]
    rows = texts(line("An image of zeros and ones", 72, 100), line("Image = [", 72, 114), code, line("]", 72, 198))
    assert rows[0] == ["An image of zeros and ones"]


def test_a_sentence_that_fills_its_row_runs_on_below_an_indented_first_row():
    rows = prose(60, 440)
    lines = block(rows, 72, 100, to=540)
    lines[0] = line(rows[0], 92, 100, to=540)
    assert texts(lines) == [rows]


def test_a_full_row_that_ends_with_a_capital_goes_on_with_a_figure():
    full = "对于大量的高清图片数据和商品信息用户个人信息的大量存储和快速访问本系统使用 MySQL"
    rows = [line(full, 72, 100, to=500), line("5.6 关系型数据库存储信息。", 72, 117, to=330)]
    assert len(texts(rows, x1=500)) == 1


def test_rows_of_a_formula_that_overlap_are_one_paragraph():
    parts = [line("\U0001d465 = \U0001d466", 250, 107), line("1 + 2", 240, 100)]
    assert len(texts(parts)) == 1


def test_what_stands_further_out_than_an_item_that_ended_is_a_paragraph_of_its_own():
    lines = [
        line("a) the first item, which is as long as its row.", 92, 100, to=300),
        line("The text goes on.", 72, 112),
    ]
    assert len(texts(lines, x1=300)) == 2


def cover(*texts, width=612.0, kind=Kind.TEXT):
    rows = rows_of([line(text, 200, 300 + 14 * at) for at, text in enumerate(texts)])
    return [draft.text for draft in split_cover([Draft(1, rows, kind, left=72, right=540)], width)]


def test_lines_of_a_cover_are_paragraphs_of_their_own():
    assert cover("Rosa Marten 12330038", "Tom Brenn 12330002", "Ada Corvin") == [
        "Rosa Marten 12330038",
        "Tom Brenn 12330002",
        "Ada Corvin",
    ]
    assert cover("张三 12330038", "李四 12330002") == ["张三 12330038", "李四 12330002"]


def test_lines_of_a_cover_that_go_on_stay_together():
    assert len(cover("A study of the", "gardens of the north")) == 1  # small letters
    assert len(cover("Mill Road 12,", "Brenton")) == 1
    assert len(cover("The gardens of", "Brenton")) == 1
    assert len(cover("手", "册")) == 1  # from top to bottom
    assert len(cover("Rosa Marten 12330038", "Tom Brenn 12330002", width=190.0)) == 1  # no room
    assert len(cover("Rosa Marten 12330038", "Tom Brenn 12330002", kind=Kind.ENTRY)) == 1


def test_a_first_page_with_wide_rows_is_no_cover():
    wide = " ".join(["A row that is as wide as the text of a page"] * 2)
    assert len(cover(wide, "Rosa Marten", "Tom Brenn")) == 1
