"""Pictures in the picture of a page."""

from __future__ import annotations

import cv2
import numpy as np

from quire.model.geometry import Box
from quire.model.page import Rule
from quire.read.scan.picture_regions import picture_boxes, without_text
from tests.read.scanning import ENGLISH, blank, page_and_picture

SCALE = 2.0


def page() -> np.ndarray:
    picture = blank(1190, 1684)
    noise = np.random.default_rng(1).integers(0, 200, (300, 400, 3), np.uint8)
    picture[200:500, 300:700] = cv2.GaussianBlur(noise, (9, 9), 0)
    return picture


def test_a_photograph_is_found() -> None:
    (box,) = picture_boxes(page(), [], [], SCALE)
    assert isinstance(box, Box)
    assert max(abs(a - b) for a, b in zip(box, (150, 100, 350, 250), strict=True)) < 4


def test_a_picture_that_the_file_places_reaches_to_its_edges() -> None:
    picture = page()
    labels = [Box(120, 60, 130, 72), Box(300, 62, 310, 74)]  # letters above the drawing, inside the image
    assert Box(100, 50, 360, 260) in picture_boxes(picture, labels, [], SCALE, [Box(100, 50, 360, 260)])
    assert picture_boxes(blank(1190, 1684), [], [], SCALE, [Box(100, 50, 360, 260)]) == []  # a picture of nothing


def test_text_frames_tints_and_seals_are_no_pictures() -> None:
    picture = blank(1190, 1684)
    cv2.rectangle(picture, (100, 100), (600, 500), (0, 0, 0), 2)
    cv2.rectangle(picture, (100, 600), (600, 800), (235, 240, 245), -1)
    cv2.circle(picture, (400, 1100), 110, (200, 40, 40), 6)
    cv2.rectangle(picture, (100, 1300), (1000, 1380), (20, 60, 120), -1)  # the head of a table, with its text
    frame = [
        Rule(*ends, 1, 0) for ends in ((50, 50, 300, 50), (50, 250, 300, 250), (50, 50, 50, 250), (300, 50, 300, 250))
    ]
    assert picture_boxes(picture, [Box(60, 655, 480, 685)], frame, SCALE) == []


def test_a_diagram_of_boxes_and_arrows_is_one_picture_with_its_labels() -> None:
    picture = blank(1190, 1684)
    texts = []
    for x, y in ((200, 300), (600, 300), (400, 600)):
        cv2.ellipse(picture, (x, y), (110, 45), 0, 0, 360, (0, 0, 0), 2)
        texts.append(Box((x - 60) / SCALE, (y - 12) / SCALE, (x + 60) / SCALE, (y + 12) / SCALE))
    cv2.arrowedLine(picture, (230, 345), (370, 558), (0, 0, 0), 2)
    cv2.arrowedLine(picture, (570, 345), (430, 558), (0, 0, 0), 2)
    (box,) = picture_boxes(picture, texts, [], SCALE)
    assert all(box.holds(text) for text in texts)


def test_a_dashed_frame_around_text_is_none() -> None:
    framed = blank(1190, 1684)
    for x in range(150, 1000, 20):
        for y in (300, 700):
            cv2.line(framed, (x, y), (x + 10, y), (0, 0, 0), 2)
    for y in range(300, 700, 20):
        for x in (150, 1000):
            cv2.line(framed, (x, y), (x, y + 10), (0, 0, 0), 2)
    assert len(picture_boxes(framed, [], [], SCALE)) == 1
    assert picture_boxes(framed, [Box(80, 200, 450, 215)], [], SCALE) == []


def test_parts_of_a_diagram_with_a_label_between_them_are_one_picture() -> None:
    picture = blank(1190, 1684)
    cv2.circle(picture, (250, 400), 90, (40, 90, 160), -1)
    cv2.circle(picture, (700, 400), 90, (40, 90, 160), -1)
    apart = picture_boxes(picture, [], [], SCALE)
    assert len(apart) == 2
    assert len(picture_boxes(picture, [Box(215, 190, 260, 205)], [], SCALE)) == 1


def test_a_ruled_table_is_no_picture_and_neither_is_the_frame_around_a_page() -> None:
    picture = blank(1190, 1684)
    cv2.rectangle(picture, (30, 30), (1160, 1654), (120, 120, 160), 2)
    rules = []
    for y in range(300, 701, 80):
        cv2.line(picture, (100, y), (1000, y), (0, 0, 0), 2)
        rules.append(Rule(50, y / SCALE, 500, y / SCALE, 1, 0))
    for x in (100, 550, 1000):
        cv2.line(picture, (x, 300), (x, 700), (0, 0, 0), 2)
        rules.append(Rule(x / SCALE, 150, x / SCALE, 350, 1, 0))
    assert picture_boxes(picture, [Box(60, 160, 120, 172), Box(60, 200, 120, 212)], rules, SCALE) == []
    picture[800:1100, 300:700] = cv2.GaussianBlur(
        np.random.default_rng(1).integers(0, 200, (300, 400, 3), np.uint8), (9, 9), 0
    )
    assert len(picture_boxes(picture, [], rules, SCALE)) == 1  # though the frame lies around it


def test_a_page_of_text_has_none() -> None:
    truth, picture = page_and_picture(ENGLISH, 4)
    boxes = [line.box for line in truth.lines]
    found = picture_boxes(picture, boxes, truth.rules, 150 / 72)
    assert all(any(box.overlap(known.box) > 0.5 * box.area for known in truth.pictures) for box in found)


def test_the_scanners_shadow_along_an_edge_is_none() -> None:
    picture = blank(1190, 1684)
    picture[:, :70] = 30
    assert picture_boxes(picture, [], [], SCALE) == []


def test_text_is_painted_over_in_the_colour_of_its_paper() -> None:
    picture = np.full((200, 400, 3), (200, 220, 240), np.uint8)
    cv2.putText(picture, "TEXT", (60, 120), cv2.FONT_HERSHEY_SIMPLEX, 2, (0, 0, 0), 4)
    left = without_text(picture, [Box(25, 25, 120, 70)], SCALE)
    assert (left == (200, 220, 240)).all()
    assert (picture == 0).any()  # the page itself is not touched


def test_the_grey_head_of_a_table_is_no_picture() -> None:
    picture = blank(1190, 1684)
    cv2.rectangle(picture, (100, 200), (1000, 420), (211, 211, 211), -1)
    for x in (100, 400, 700, 1000):
        cv2.line(picture, (x, 200), (x, 420), (0, 0, 0), 2)
    cv2.line(picture, (100, 310), (1000, 310), (0, 0, 0), 2)
    rules = [Rule(x, 100, x, 210, 1, 0) for x in (50, 200, 350, 500)] + [Rule(50, 155, 500, 155, 1, 0)]
    assert picture_boxes(picture, [Box(70, 120, 90, 132)], rules, SCALE) == []


def test_cells_of_strong_colours_full_of_text_are_no_picture() -> None:
    picture, texts = blank(1190, 1684), []
    for row in range(5):
        y = 300 + 70 * row
        cv2.rectangle(picture, (200, y), (420, y + 68), (30, 70, 160), -1)
        cv2.rectangle(picture, (422, y), (980, y + 68), (140, 170, 220), -1)
        texts += [Box(110, y / SCALE + 9, 200, y / SCALE + 25), Box(220, y / SCALE + 9, 400, y / SCALE + 25)]
    assert picture_boxes(picture, texts, [], SCALE) == []
    assert len(picture_boxes(picture, texts[:2], [], SCALE)) == 1
