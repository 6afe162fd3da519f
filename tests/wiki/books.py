"""Small books made by the tests: a manual, a story, a Chinese story and textbook, as text and as EPUB."""

from __future__ import annotations

import zipfile
from pathlib import Path

MANUAL = """# Gears and Shafts

## What a Gear Is

A *gear* is a wheel with teeth that turns another wheel by pressing on its teeth. The *gear ratio* is the number of
teeth of the driven gear divided by the number of teeth of the driving gear. A gear ratio of two halves the speed and
doubles the torque of the shaft.

Torque is the turning force that a shaft carries from the motor to the gear. A *shaft* is a round bar that holds
gears in line and carries torque between them. Every shaft needs two bearings, which hold the shaft and let it turn.

```
ratio = driven / driving
```

## Worm Gears

A *worm gear* is a gear that is turned by a screw, so that one turn of the shaft moves one tooth. A worm gear cannot
be driven backwards, unlike an ordinary gear. The worm gear gives a high gear ratio in a small space.

# Bearings

## Ball Bearings

A *ball bearing* is a bearing that carries the shaft on a ring of steel balls. Ball bearings allow a shaft to turn with
little friction. *Friction* is the force that resists the turning of a shaft in its bearing. Without oil the friction
of a ball bearing grows, and the ball bearing becomes hot.

## Sleeve Bearings

A *sleeve bearing* is a plain tube of bronze in which the shaft turns on a film of oil. The sleeve bearing has more
friction than a ball bearing when the shaft starts. A sleeve bearing is used when the shaft turns slowly.
"""

STORY = "\n\n".join(
    [
        "THE MILL AT ASHBY",
        *(
            paragraph
            for number in range(1, 5)
            for paragraph in (
                f"CHAPTER {number}",
                (
                    f"Mr. Thornton came to Ashby in the year of the {['flood', 'frost', 'fair', 'fire'][number - 1]}, "
                    f"and the whole village spoke of him. "
                    "“I have bought the mill,” said Mr. Thornton to his sister. Margaret Thornton was a quiet woman "
                    "who had kept the house for ten years."
                ),
                (
                    f"“You have bought {['trouble', 'nothing', 'rubble', 'ashes'][number - 1]},” replied Margaret. "
                    f"Captain Vane laughed when he heard it. "
                    "Captain Vane walked to Ashby every Sunday, and he sat with Margaret by the window."
                ),
                (
                    f"“Shall we go to Melbury {['today', 'tomorrow', 'at once', 'again'][number - 1]}?” asked Captain "
                    f"Vane. Thornton did not answer. "
                    "The road to Melbury was long, and Margaret had never been in Melbury before."
                ),
            )
        ),
    ]
)

TALE = "\n".join(
    [
        "山寨记",
        *(
            line
            for number in "一二三四"
            for line in (
                f"第{number}回 王茂初上青石山 赵彪夜走白水渡",
                (
                    f"　　却说王茂，字伯远，青州人氏，第{number}次上山。王茂曰：“此山可守。”赵彪大怒，拔刀而起。"
                    "王茂笑曰：“兄弟不必动怒。”"
                ),
                (
                    "　　赵彪曰：“伯远之言是也。”二人遂到洛阳投奔。赵彪引兵先行，王茂在后。"
                    "却说伯远入城，见了刘安。刘安曰：“二位从何处来？”"
                ),
                "　　王茂曰：“我等从青州来。”刘安大喜，令人摆酒。赵彪饮了三杯，王伯远不饮。刘安问曰：“伯远为何不饮？”",
            )
        ),
    ]
)

TEXTBOOK = """# 信号处理

## 采样

*采样*（sampling）是指每隔一段时间测量信号的数值。*采样率*（sampling rate）是每秒采样的次数。采样率过低会造成混叠。
*混叠*（aliasing）是指高频信号在采样之后被误认为低频信号的现象。为了避免混叠，采样率应当高于信号最高频率的两倍。

## 滤波

*滤波器*（filter）是一种改变信号频率成分的装置。低通滤波器用于去除高频噪声。滤波器的阶数越高，过渡带越窄。
*噪声*（noise）是信号中不需要的部分。在采样之前使用滤波器可以减少混叠。噪声的功率决定了信号的质量。
"""


def files(folder: Path) -> dict[str, Path]:
    """The books as files."""
    made = {
        "manual.md": MANUAL.encode(),
        "story.txt": STORY.encode(),
        "tale.txt": TALE.encode("gb18030"),
        "textbook.md": TEXTBOOK.encode(),
    }
    for name, data in made.items():
        (folder / name).write_bytes(data)
    return {name: folder / name for name in made}


def epub(path: Path, chapters: dict[str, str], *, extra: dict[str, bytes] | None = None, nav: str = "") -> Path:
    """An EPUB of (file name, XHTML body) in this order; `extra` are further members."""
    items = "".join(
        f'<item id="i{at}" href="{name}" media-type="application/xhtml+xml"/>' for at, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="i{at}"/>' for at in range(len(chapters)))
    toc = '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>' if nav else ""
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>Small Book</dc:title><dc:creator>A. Writer</dc:creator><dc:language>en</dc:language></metadata>"
        f"<manifest>{items}{toc}</manifest><spine>{spine}</spine></package>"
    )
    page = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body{}</body></html>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr(
            "META-INF/container.xml",
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        )
        archive.writestr("OPS/book.opf", package)
        for name, body in chapters.items():
            archive.writestr(f"OPS/{name}", page.format(body if body.startswith(" ") else f">{body}"))
        if nav:
            archive.writestr("OPS/nav.xhtml", page.format(f'><nav epub:type="toc"><ol>{nav}</ol></nav>'))
        for name, data in (extra or {}).items():
            archive.writestr(name, data)
    return path
