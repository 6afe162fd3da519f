"""Words of shops, cafés and stations for `shop_receipts.py`; variants are parted by `|`, those behind `~` are kept for validation."""

from __future__ import annotations

from tests.invoice.till_words import LANDS, WORDS, Land

SHOP_WORDS = {
    "en": "SALE|Guest Bill|~Proof of Purchase;Ticket|Order|Trx~Ref No;Dated||Sold on~Printed;Host|Clerk|Till op~Assistant;"
    "Goods total|Food & Drink~Merchandise;Voucher|Deal~Coupon applied;Gratuity|Service 12.5%~Optional service;{tax} {rate}|of which {tax}|{tax} ({rate}) incl~Sales tax;"
    "Coin rounding~Penny rounding;TO PAY|Total {sign}|Balance|Total Sale|Bill total|Order Total~Amount Owing|SUM DUE|Sale total;Cash total~Rounded to pay;"
    "Cash given|CASH TEND~Notes;Visa Debit|AMEX|Chip & PIN|Contactless~Card sale;Change given|Chg~Due back;Lines|Pcs~Qty sold;Deals saved|You save~Reward;{tax} rate  Net  {tax}~Tax breakdown;"
    "Ex {tax}|Before tax~Excluding;Thanks for shopping with us|Hope to see you again|Rate us online~Keep this receipt;Stars|Nectar~Club card;Return by|Use by~Voucher ends",
    "de": "Bon|Kundenbeleg|INFODRUCK|~Kassenzettel;Bon Nr|RechnungNr.|Beleg|#~Vorgang;||Uhrzeit~gedruckt am;Sie wurden bedient von|Kellner|Verk.~Ihr Berater;"
    "Warenkorb|Zwischentotal~Summe Artikel;Aktion|Gutschein~Nachlass;Bedienung|Service~Gedeck;MwSt. {rate}|Inkl. {rate} MwSt.|A={rate}~USt-Anteil;"
    "Rundungsvorteil|5-Rappen-Rundung~Rdg.;Bar-Total {sign}|TOTAL {sign}|Summe {sign}|Rechnungsbetrag|Gesamt {sign}|Total~Betrag {sign}|Zu bezahlen|Endsumme;Bar gerundet~Zahlbetrag;"
    "Bar|Barzahlung|erhalten~Gegeben (Bar);Maestro|MasterCard|TWINT|V PAY~Kreditkarte;Retour|Rückgeld~Herausgeld;Art.|Anzahl~Menge;Sie haben gespart|Vorteil~Bonus;Code Satz Betrag MwSt|MW Satz Netto Steuer~Satz Brutto;"
    "Netto|Netto gesamt~o. MwSt;Herzlichen Dank für Ihren Besuch|Besten Dank für Ihren Einkauf~Danke, bis bald;Superpunkte|Punktestand~Treuepunkte;Garantie bis|Rückgabe bis~Gutschein gültig bis",
    "my": "RESIT|Sales Bill|~Cash Receipt;Rcpt No|Ref|Order#~Doc Ref;Tarikh|Txn Date|~Bus. Date;Juruwang|Staff|Pax/Cashier~Attendant;Jumlah Kecil|Gross|Amount Before GST~Subtotal Excl;"
    "Diskaun|Less|Promo~Voucher;Svc Chg|Caj Perkhidmatan~S.Chg 10%;{tax} Amt|{rate} {tax}|SR {rate}~Cukai;Pelarasan|Round|Bill Rounding~5 Sen Rounding;"
    "JUMLAH|Net Amt|Bill Total|Total Payable|Amount (RM)~JUMLAH BESAR|Total Sales|Inv Total;Jumlah Bundar|Net Rounded~To Collect;Tunai|Paid|Tender~Bayaran;Visa/Master|E-Wallet|TNG~Kad;"
    "Baki|Chg|Return~Baki Tunai;Qty|Bil. Item~Units;Jimat|Savings~Disc Total;GST  Amt  Tax|Kod Cukai~Tax Code Amt;Amt Excl|Net~Before GST;Sila Datang Lagi|TQ~Barang tidak boleh dipulangkan;"
    "Mata Ganjaran|Pts~Member Pts;Tukar sebelum|Valid~Exp Date",
    "zh": "收银小票|购物清单|结账单|~销售单;单号|流水号|小票号~订单号;日期|时间|交易时间~打印时间;收银员|服务员|工号~营业员;小计|商品合计~原价合计;优惠|折扣|抹零~会员优惠;服务费~茶位费;税额|其中税额~含税;"
    "零头~四舍五入;合计|应收|总计|应付金额|合计金额~应收合计|实付金额|消费合计;实收金额~结算金额;现金|收款|实收~付款;支付宝|微信支付|银联卡~扫码支付;找零|找回~找赎;件数|数量合计~总数量;"
    "为您节省|已优惠~共优惠;税率 金额~税项;不含税~净额;谢谢惠顾|欢迎再次光临~多谢光临;本次积分|会员积分~积分余额;退换货截止|有效期至~兑换截止",
    "tw": "交易明細|收據|~銷貨明細;單號|交易序號|機台~序號;日期|時間|~列印時間;收銀員|店員~值機;小計|商品小計~未稅小計;折扣|折價券~優惠;服務費|10%服務費~清潔費;營業稅|稅額~含稅;"
    "尾數~調整;總計|合計|應付金額|總金額~應收金額|結帳金額|消費總額;實付~結清;現金|收現~收款;信用卡|悠遊卡|行動支付~刷卡;找零|找回~找您;件數|項~數量;節省|已折~優惠額;稅別 金額~課稅;"
    "未稅|銷售額~應稅;謝謝光臨|歡迎再度光臨~感謝惠顧;點數|累積點數~會員點數;退貨期限|兌換期限~使用期限",
}

SHOP_LANDS = {
    "GB": LANDS["GB"], "US": LANDS["US"], "AU": LANDS["AU"], "IN": LANDS["IN"], "DE": LANDS["DE"], "AT": LANDS["AT"], "MY": LANDS["MY"], "SG": LANDS["SG"],
    "IE": Land("en", "VAT", "23|13.5", "€", ".", "%d/%m/%Y|%d %B %Y|%d/%m/%y", "LTD|Limited|DAC||", "VAT No IE9999999A", "Galway H91 E2K3|Dublin 2 D02 X285", 60),
    "CH": Land("de", "MwSt", "7.7|2.5|8.1|2.6", "CHF", ".", "%d.%m.%Y|%d.%m.%y|%d-%m-%Y|%d. %b %Y", "AG|GmbH|SA|Genossenschaft||", "CHE-999.999.999 MWST|CHE-999.999.999 HR/MWST", "CH-6010 Kriens|8400 Winterthur|3920 Zermatt|9494 Schaan", 80, "0.05"),
    "CN": Land("zh", "税", "13|6", "￥", ".", "%Y-%m-%d|%Y/%m/%d|%Y年%m月%d日|%Y.%m.%d", "有限公司|股份有限公司||", "税号：91999999999999999A", "杭州市西湖区|成都市锦江区|广州市天河区", 200),
    "TW": Land("tw", "稅", "5", "NT$", ".", "%Y/%m/%d|%Y-%m-%d", "股份有限公司|有限公司||", "統編:99999999", "台北市大安區|高雄市左營區", 900, whole=True),
}  # fmt: skip

WORDS_OF = {**WORDS, **SHOP_WORDS}

SHOPS = {
    "en": "Otter & Finch|The Copper Kettle|MARLOW'S|Hazel Lane|PIER 9|Quick Stop|Oakridge|BEAN SCENE|The Old Forge|Juniper~Lantern House|Wren & Co|NORTH PARADE|Salt Yard|Daily Loaf",
    "de": "Zum Goldenen Hirsch|Reblaus|Hofmann|Seeblick|KERNMARKT|Alpenrösli|Brotzeit|Blumen Sigrist|Stadttor|Zweirad Meier~Krone|Waldhaus|Fischer & Söhne|Bergkristall|Nordlicht",
    "my": "Restoran Sri Bayu|KEDAI RUNCIT AMAN|99 JAYA|Kopitiam Lama|Pasaraya Hikmah|BINTANG MAJU|Wong Kee|Selera Utara~Mee Tarik Asia|Bakeri Delima|TECK SOON|Gerai Pak Din",
    "zh": "华联|好又鲜|老街面馆|春风书店|小城故事|佳乐|百味居|南山便利~绿野|一品香|东湖人家|喜来多",
    "tw": "全福|好日子|山海小館|晨光|大同生活|米食堂~阿里山茶行|永和|巷口麵店|樂活",
}  # fmt: skip

KINDS = {
    "en": "Café|Coffee|Food Hall|Wine Shop|Garden Centre|Fuel|Outfitters|Pizzeria||~Deli|Newsagent|Toy Shop|Tearoom",
    "de": "Restaurant|Apotheke|Gasthaus|Café|Metzgerei|Drogerie|Sport|Tankstelle||~Buchhandlung|Weinstube|Schuhhaus|Imbiss",
    "my": "RESTORAN|CAFE|PASAR MINI|ALAT TULIS|KLINIK|AUTO PARTS||~BUTIK|GERAI|FARMASI",
    "zh": "超市|餐厅|便利店|药店|书城|咖啡~面馆|水果店|百货",
    "tw": "超市|餐廳|便利商店|書店|咖啡~藥局|麵店|百貨",
}  # fmt: skip

SLOGANS = {
    "en": "Good food, good mood|Since 1974|Freshly roasted every day|Everything for your home~Your corner shop|Family run for three generations",
    "de": "Für mich und dich.|Seit 1921 für Sie da|365 Tage offen|Natürlich frisch~Gemeinsam geniessen|Mein Laden um die Ecke",
    "my": "Sedap & Murah|Rakan Setia Anda|Your Neighbourhood Store~Segar Setiap Hari",
    "zh": "天天低价|用心做好每一餐~新鲜每一天",
    "tw": "您的好鄰居|用心服務~天天新鮮",
}  # fmt: skip

BRANCHES = {
    "en": "Store 0{n}|Riverside Branch|Terminal 2|Airport Road~Branch {n}|Retail Park",
    "de": "Filiale {n}|Filiale Altstadt|Laden {n}|Willisau~Markt {n}|Bahnhof Süd",
    "my": "(CAWANGAN {n})|KAJANG BRANCH|OUTLET {n}~CWG BANGI",
    "zh": "（中山路店）|{n}号店|万达店~（人民广场店）",
    "tw": "中正門市|{n}號店~信義門市",
}  # fmt: skip

OWNERS = {
    "en": "Prop. J. Hartley|Managed by Ellis Ward~Prop: M. Quinn",
    "de": "Inh. Petra Vogel|Bruno & Ursula Frei~Familie Zgraggen",
    "my": "LIM AH SENG|SITI BINTI OMAR~RAJU A/L MUTHU",
    "zh": "",
    "tw": "",
}  # fmt: skip

ROADS = {
    "en": "{n} Station Road|Unit {n}, Mill Retail Park|{n} Quay Street|{n} West 4th Ave~{n} Orchard Close",
    "de": "Weggisgasse {n}|Seestrasse {n}|Am Markt {n}|Pilatusweg {n}~Zeughausplatz {n}",
    "my": "NO.{n}, JLN SS 2/24|{n}, LORONG BAYAM|LOT {n}, PLAZA IDAMAN~NO {n}, PERSIARAN RAJAWALI",
    "zh": "中山路{n}号|解放街{n}号一层~长江大道{n}号",
    "tw": "中山路{n}號|民生東路{n}號1樓~復興南路{n}號",
}  # fmt: skip

WARES = {
    "en": "Flat white|Sourdough|Unleaded|Fish & chips|House red 175ml|Seed mix~Paperback|Scone|Rain jacket",
    "de": "Laugengipfeli|Eichhof Lager|Tagesmenü|Diesel|Aspirin 20 Stk|Käse-Speck Rösti|Pullover~Apfelschorle|Semmel|Roman",
    "my": "ROTI CANAI|SIRAP BANDUNG|TELUR 10S|KERTAS A4|MINYAK 5KG|TEH O AIS~IKAN BAKAR|BATERI 9V",
    "zh": "鲜牛奶|红烧肉|米饭|矿泉水|笔记本|苹果~小笼包|洗衣液",
    "tw": "鮮奶|滷肉飯|礦泉水|筆記本|拿鐵~小籠包|洗衣精",
}  # fmt: skip
