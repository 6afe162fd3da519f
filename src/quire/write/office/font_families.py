"""The families of fonts that office suites know, by the beginnings of the names that PDF files have for them."""

from __future__ import annotations

from typing import NamedTuple


class FontFamily(NamedTuple):
    """A family; `name` is "" when the file's name says nothing."""

    name: str
    east_asian: bool = False  # a Chinese, Japanese or Korean family
    serif: bool = True


TIMES, ARIAL, COURIER = (
    FontFamily("Times New Roman"),
    FontFamily("Arial", serif=False),
    FontFamily("Courier New", serif=False),
)
_SONG, _HEI = FontFamily("SimSun", east_asian=True), FontFamily("SimHei", east_asian=True, serif=False)
_KAI, _FANG = FontFamily("KaiTi", east_asian=True), FontFamily("FangSong", east_asian=True)
_YAHEI = FontFamily("Microsoft YaHei", east_asian=True, serif=False)
_MINCHO, _GOTHIC = FontFamily("MS Mincho", east_asian=True), FontFamily("MS Gothic", east_asian=True, serif=False)
_BATANG, _MALGUN = FontFamily("Batang", east_asian=True), FontFamily("Malgun Gothic", east_asian=True, serif=False)
_MING, _JHENG = FontFamily("PMingLiU", east_asian=True), FontFamily("Microsoft JhengHei", east_asian=True, serif=False)

NAME_PREFIXES: dict[FontFamily, str] = {  # beginnings of names without spaces, hyphens and commas, lower case
    TIMES: "times nimbusrom texgyretermes termes liberationserif freeserif cmr cmbx cmti cmsl cmcsc cmb lmroman"
    " sfrm sfbx sfti"
    " thorndale tinos stixtwotext stixgeneral stix xits ptmr ptmb ptmri cambriamath dejavuserif notoserif newtx txr"
    " minion"
    # TeX's formulas: Cambria Math in running text would make lines three times as high
    " cmmi cmsy cmex msam msbm eufm lmmath rsfs stixmath latinmodernmath xitsmath txsy txmi txex t1xr t1xb t1xi"
    " t1xsc t1xsl"
    " sfsl sfcc sfxc sfbi sfbl sfrb sfcb sfbm sfbso sfxi sfui sfdh cmu cmuserif cmdunh cmfib cmff computermodern"
    " newcm"
    " linlibertine linuxlibertine libertinus libertineserif charter bitstreamcharter xcharter utopia fourier"
    " heuristica erewhon"
    " kp kpfonts cochineal crimson alegreya baskerville baskervaldx sabon bembo caslon didot bodoni plantin"
    " galliard janson"
    " goudy jenson joanna scala warnock arno aldus meridien melior swift lucidabright merriweather lora ptserif"
    " spectral"
    " sourceserif playfair bitter vollkorn cardo gentium junicode oldstandard antykwa concrete ccr eczar literata"
    " tiempos"
    " mercury chronicle miller lyontext guardianegyptian freight robotoslab unitslab museoslab serifa memphis"
    " clarendon zillaslab",
    ARIAL: "arial helvetica nimbussan texgyreheros heros liberationsans freesans cmss lmsans sfss albany arimo phvr"
    " phvb"
    " swiss dejavusans bitstreamverasans verasans notosans sfsi sfsx sfso sfsq sflq sfpro sfuitext sfuidisplay"
    " t1xss cmbr cmbright"
    " biolinum linbiolinum linuxbiolinum univers frutiger avenir akzidenz akkurat helv neuehaas roboto lato"
    " montserrat inter raleway"
    " poppins nunito ubuntu cantarell fira firasans ibmplexsans sourcesans opensans worksans mulish muli karla"
    " rubik barlow titillium"
    " exo oswald oxygen dosis quicksand manrope outfit figtree publicsans ptsans alegreyasans josefin iwona kurier"
    " gotham proxima"
    " myriad dinpro dinot dinnext din1451 metapro metaot ffmeta unitpro unitrounded unitot dax interstate"
    " tradegothic newsgothic"
    " optima circular graphik brandon museosans museo300 syntax stonesans lucidagrande lucidasans zurich humnst"
    " humanist square721"
    " eurostile geneva aileron harmonyossans misans aptos calluna sansserif whitney verlag knockout apercu"
    " gtwalsheim brown cabin"
    " amazonember airbnb uber google productsans segoesans arialunicode",
    COURIER: "courier nimbusmon texgyrecursor liberationmono freemono cmtt lmmono sftt cousine pcrr dejavusansmono"
    " notomono"
    " verasansmono bitstreamverasansmono lettergothic andalemono sourcecodepro sfit sfst sfvt sftc cmitt cmsltt"
    " cmvtt t1xtt t1xbtt"
    " txtt cmutypewriter inconsolata robotomono ibmplexmono firamono firacode jetbrainsmono ubuntumono ptmono"
    " spacemono menlo monaco"
    " hack anonymouspro dinamono lucidaconsole lucidasanstypewriter beramono fantasque iosevka cascadia",
    _SONG: "simsun nsimsun 宋体 新宋体 stsong 华文宋体 华文中宋 stzhongsong songti sourcehanserif 思源宋体"
    " notoserifcjk notoserifsc"
    " adobesong fzssk fzshusong fzsy fzxbs fzdbs fzbys 方正书宋 方正小标宋 方正大标宋 hysong arplsungti sun-exta"
    " simsunextb"
    " chinesesimplifiedsun dfsong fandolsong",
    _HEI: "simhei 黑体 stheiti 华文黑体 heiti sourcehansans 思源黑体 notosanscjk notosanssc adobeheiti fzht fzhei"
    " 方正黑体 hyzhonghei"
    " wenquanyi wqy droidsansfallback stxihei 华文细黑 hiraginosansgb arialunicodems fandolhei",
    _KAI: "kaiti 楷体 stkaiti 华文楷体 simkai adobekaiti fzkai fzkt 方正楷体 arplukai fandolkai",
    _FANG: "fangsong 仿宋 stfangsong 华文仿宋 simfang adobefangsong fzfs fzfang 方正仿宋 fandolfang",
    _YAHEI: "microsoftyahei msyh 微软雅黑 pingfang 苹方 harmonyossanssc harmonyossanschinese",
    FontFamily("DengXian", east_asian=True, serif=False): "dengxian 等线",
    FontFamily("YouYuan", east_asian=True, serif=False): "youyuan 幼圆",
    FontFamily("LiSu", east_asian=True): "lisu 隶书 stliti",
    _MING: "mingliu pmingliu 新細明體 細明體 notoseriftc songtitc apltisung",
    _JHENG: "microsoftjhenghei 微軟正黑體 notosanstc",
    FontFamily("DFKai-SB", east_asian=True): "dfkai 標楷體 biaukai",
    _MINCHO: "msmincho mspmincho ＭＳ明朝 ＭＳＰ明朝 hiraminpro hiraginomincho kozmin ryumin ipamincho ipaexmincho"
    " notoserifjp takaomincho",
    FontFamily("Yu Mincho", east_asian=True): "yumincho 游明朝",
    _GOTHIC: "msgothic mspgothic msuigothic ＭＳゴシック ＭＳＰゴシック hirakakupro hiraginokaku kozgo gothicbbb"
    " ipagothic ipaexgothic ipapgothic"
    " notosansjp takaogothic osaka vlgothic vlpgothic",
    FontFamily("Yu Gothic", east_asian=True, serif=False): "yugothic 游ゴシック",
    FontFamily("Meiryo", east_asian=True, serif=False): "meiryo メイリオ",
    _BATANG: "batang 바탕 hysmyeongjo hysinmyeongjo nanummyeongjo notoserifkr 함초롬바탕 hcrbatang",
    _MALGUN: "malgun 맑은고딕 nanumgothic notosanskr applesdgothic hygothic hygt",
    FontFamily("Gulim", east_asian=True, serif=False): "gulim 굴림",
    FontFamily("Dotum", east_asian=True, serif=False): "dotum 돋움",
    FontFamily("Calibri", serif=False): "calibri carlito",
    FontFamily("Cambria"): "cambria caladea",
    FontFamily("Palatino Linotype"): "palatino urwpalladio texgyrepagella pagella p052 bookantiqua pplr newpx pxr",
    FontFamily("Bookman Old Style"): "bookman urwbookman texgyrebonum",
    FontFamily("Century Schoolbook"): "centuryschoolbook newcenturyschlbk texgyreschola c059 centuryschl",
    FontFamily("Georgia"): "georgia gelasio",
    FontFamily("Garamond"): "garamond ebgaramond agaramond adobegaramond",
    FontFamily("Verdana", serif=False): "verdana",
    FontFamily("Tahoma", serif=False): "tahoma",
    FontFamily("Trebuchet MS", serif=False): "trebuchet",
    FontFamily("Segoe UI", serif=False): "segoeui",
    FontFamily("Consolas", serif=False): "consolas",
    FontFamily("Symbol"): "symbol standardsymbols",
    FontFamily("Arial Narrow", serif=False): "arialnarrow liberationsansnarrow helveticanarrow nimbussannarrow",
    FontFamily(
        "Segoe UI Symbol", serif=False
    ): "zapfdingbats dingbats opensymbol symbola fontawesome webdings segoeuisymbol",
    FontFamily("Wingdings", serif=False): "wingdings",
    FontFamily("Candara", serif=False): "candara",
    FontFamily("Corbel", serif=False): "corbel",
    FontFamily("Constantia"): "constantia",
    FontFamily("Rockwell"): "rockwell",
    FontFamily(
        "Century Gothic", serif=False
    ): "centurygothic urwgothic avantgarde itcavantgarde texgyreadventor futura",
    FontFamily("Gill Sans MT", serif=False): "gillsans",
    FontFamily("Franklin Gothic Book", serif=False): "franklingothic librefranklin",
    FontFamily("Comic Sans MS", serif=False): "comicsans comicneue",
    FontFamily("Impact", serif=False): "impact",
    FontFamily("Tw Cen MT", serif=False): "twcenmt",
    FontFamily("Perpetua"): "perpetua",
    FontFamily("Calisto MT"): "calistomt",
}
