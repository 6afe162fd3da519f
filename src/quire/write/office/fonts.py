"""The font names of PDF files as families that a word processor knows.

A PDF names faces by PostScript names ("NimbusRomNo9L-Medi", "TimesNewRomanPS-BoldMT",
"SimSun,Bold"); an Office file names families ("Times New Roman", "SimSun").
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple


class Face(NamedTuple):
    """A family; `name` is "" when the file's name says nothing."""

    name: str
    east: bool = False  # a Chinese, Japanese or Korean family
    serif: bool = True


UNKNOWN = Face("")


@lru_cache(maxsize=1024)
def face(name: str) -> Face:
    """The family behind a font name of a PDF."""
    name = _decoded(name).partition("+")[2] or _decoded(name)
    key = re.sub(r"[\s\-_,.#@]+", "", name).lower()
    for start, family in _ORDERED:
        if key.startswith(start):
            return family
    if len(key) < 3 or _MEANINGLESS.match(key):
        return UNKNOWN
    return Face(_family(name), serif="sans" not in key and "gothic" not in key)


def companion(latin: Face, language: str) -> str:
    """The East Asian family that goes with a Latin one in a text of this language."""
    serif, plain = _COMPANIONS.get(language[:2].lower(), _COMPANIONS["zh"])
    if language.lower() in ("zh-tw", "zh-hk", "zh-hant"):
        serif, plain = "PMingLiU", "Microsoft JhengHei"
    return serif if latin.serif else plain


def east_language(language: str) -> str:
    """The East Asian language that an Office file is marked with: "zh-CN" unless the text is another."""
    lower = language.lower()
    if lower.startswith(("ja", "ko")):
        return {"ja": "ja-JP", "ko": "ko-KR"}[lower[:2]]
    return "zh-TW" if lower in ("zh-tw", "zh-hant") else "zh-HK" if lower == "zh-hk" else "zh-CN"


def latin_language(language: str) -> str:
    """The language of Latin text: the document's own, with the country that Word wants."""
    lower = language.lower()
    if not re.fullmatch(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", lower) or lower[:2] in ("zh", "ja", "ko"):
        return "en-US"
    return language if "-" in language else _COUNTRIES.get(lower, language)


def _decoded(name: str) -> str:
    """Chinese names that were written as GBK bytes and read as Latin-1 ("ËÎÌå" is 宋体)."""
    if name.isascii() or any(ord(c) > 0xFF for c in name):
        return name
    try:
        return name.encode("latin-1").decode("gbk")
    except UnicodeError:
        return name


def _family(name: str) -> str:
    """The family's name in words: OpenSans-SemiBold is Open Sans."""
    stem = re.split(r"[-,]", name.strip(), maxsplit=1)[0]
    stem = re.sub(r"(PSMT|MT|PS|Std|Regular|Roman|Bold|Italic|Oblique|Light|Medium)+$", "", stem) or stem
    stem = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", stem)
    return re.sub(r"[^\w .]+", " ", stem.replace("_", " ")).strip()[:31]  # GDI's limit of a family's name


# Names that PDF producers make up: F1, TT2, CIDFont+F3, T3Font_0, Type3, unnamed ...
_MEANINGLESS = re.compile(
    r"(cidfont)?(f|ft|tt|t|c|g|r|fo|font|t3|t3font|type3|untitled|unnamed|noname|anonymous|fontname)?\d*$"
)
_COMPANIONS = {"zh": ("SimSun", "SimHei"), "ja": ("MS Mincho", "MS Gothic"), "ko": ("Batang", "Malgun Gothic")}
_COUNTRIES = {
    "en": "en-US", "de": "de-DE", "fr": "fr-FR", "es": "es-ES", "it": "it-IT", "pt": "pt-PT", "ru": "ru-RU", "nl": "nl-NL",
    "pl": "pl-PL", "sv": "sv-SE", "da": "da-DK", "cs": "cs-CZ", "ar": "ar-SA", "he": "he-IL", "tr": "tr-TR", "el": "el-GR",
    "uk": "uk-UA", "vi": "vi-VN", "th": "th-TH", "hu": "hu-HU", "ro": "ro-RO", "fi": "fi-FI", "no": "nb-NO", "nb": "nb-NO",
}  # fmt: skip

_TIMES, _ARIAL, _COURIER = Face("Times New Roman"), Face("Arial", serif=False), Face("Courier New", serif=False)
_SONG, _HEI = Face("SimSun", east=True), Face("SimHei", east=True, serif=False)
_KAI, _FANG = Face("KaiTi", east=True), Face("FangSong", east=True)
_YAHEI = Face("Microsoft YaHei", east=True, serif=False)
_MINCHO, _GOTHIC = Face("MS Mincho", east=True), Face("MS Gothic", east=True, serif=False)
_BATANG, _MALGUN = Face("Batang", east=True), Face("Malgun Gothic", east=True, serif=False)
_MING, _JHENG = Face("PMingLiU", east=True), Face("Microsoft JhengHei", east=True, serif=False)

# Beginnings of names without spaces, hyphens and commas, lower case -> the family.
_FAMILIES: dict[Face, str] = {
    _TIMES: "times nimbusrom texgyretermes termes liberationserif freeserif cmr cmbx cmti cmsl cmcsc cmb lmroman sfrm sfbx sfti"
    " thorndale tinos stixtwotext stixgeneral stix xits ptmr ptmb ptmri cambriamath dejavuserif notoserif newtx txr minion",
    _ARIAL: "arial helvetica nimbussan texgyreheros heros liberationsans freesans cmss lmsans sfss albany arimo phvr phvb"
    " swiss dejavusans bitstreamverasans verasans notosans",
    _COURIER: "courier nimbusmon texgyrecursor liberationmono freemono cmtt lmmono sftt cousine pcrr dejavusansmono notomono"
    " verasansmono bitstreamverasansmono lettergothic andalemono sourcecodepro",
    _SONG: "simsun nsimsun 宋体 新宋体 stsong 华文宋体 华文中宋 stzhongsong songti sourcehanserif 思源宋体 notoserifcjk notoserifsc"
    " adobesong fzssk fzshusong fzsy fzxbs fzdbs fzbys 方正书宋 方正小标宋 方正大标宋 hysong arplsungti sun-exta simsunextb"
    " chinesesimplifiedsun dfsong",
    _HEI: "simhei 黑体 stheiti 华文黑体 heiti sourcehansans 思源黑体 notosanscjk notosanssc adobeheiti fzht fzhei 方正黑体 hyzhonghei"
    " wenquanyi wqy droidsansfallback stxihei 华文细黑 hiraginosansgb arialunicodems",
    _KAI: "kaiti 楷体 stkaiti 华文楷体 simkai adobekaiti fzkai fzkt 方正楷体 arplukai",
    _FANG: "fangsong 仿宋 stfangsong 华文仿宋 simfang adobefangsong fzfs fzfang 方正仿宋",
    _YAHEI: "microsoftyahei msyh 微软雅黑 pingfang 苹方",
    Face("DengXian", east=True, serif=False): "dengxian 等线",
    Face("YouYuan", east=True, serif=False): "youyuan 幼圆",
    Face("LiSu", east=True): "lisu 隶书 stliti",
    _MING: "mingliu pmingliu 新細明體 細明體 notoseriftc songtitc apltisung",
    _JHENG: "microsoftjhenghei 微軟正黑體 notosanstc",
    Face("DFKai-SB", east=True): "dfkai 標楷體 biaukai",
    _MINCHO: "msmincho mspmincho ＭＳ明朝 ＭＳＰ明朝 hiraminpro hiraginomincho kozmin ryumin ipamincho ipaexmincho notoserifjp takaomincho",
    Face("Yu Mincho", east=True): "yumincho 游明朝",
    _GOTHIC: "msgothic mspgothic msuigothic ＭＳゴシック ＭＳＰゴシック hirakakupro hiraginokaku kozgo gothicbbb ipagothic ipaexgothic ipapgothic"
    " notosansjp takaogothic osaka",
    Face("Yu Gothic", east=True, serif=False): "yugothic 游ゴシック",
    Face("Meiryo", east=True, serif=False): "meiryo メイリオ",
    _BATANG: "batang 바탕 hysmyeongjo hysinmyeongjo nanummyeongjo notoserifkr 함초롬바탕 hcrbatang",
    _MALGUN: "malgun 맑은고딕 nanumgothic notosanskr applesdgothic hygothic hygt",
    Face("Gulim", east=True, serif=False): "gulim 굴림",
    Face("Dotum", east=True, serif=False): "dotum 돋움",
    Face("Calibri", serif=False): "calibri carlito",
    Face("Cambria"): "cambria caladea",
    Face("Palatino Linotype"): "palatino urwpalladio texgyrepagella pagella p052 bookantiqua pplr newpx pxr",
    Face("Bookman Old Style"): "bookman urwbookman texgyrebonum",
    Face("Century Schoolbook"): "centuryschoolbook newcenturyschlbk texgyreschola c059 centuryschl",
    Face("Georgia"): "georgia gelasio",
    Face("Garamond"): "garamond ebgaramond agaramond adobegaramond",
    Face("Verdana", serif=False): "verdana",
    Face("Tahoma", serif=False): "tahoma",
    Face("Trebuchet MS", serif=False): "trebuchet",
    Face("Segoe UI", serif=False): "segoeui",
    Face("Consolas", serif=False): "consolas",
    Face("Symbol"): "symbol standardsymbols",
    Face("Arial Narrow", serif=False): "arialnarrow liberationsansnarrow helveticanarrow nimbussannarrow",
    Face("Cambria Math"): "cmmi cmsy cmex msam msbm eufm lmmath rsfs stixmath latinmodernmath xitsmath",
}
_ORDERED = sorted(
    ((start, family) for family, starts in _FAMILIES.items() for start in starts.split()),
    key=lambda pair: -len(pair[0]),
)
