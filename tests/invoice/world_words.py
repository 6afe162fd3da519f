"""Words of bills in thirty countries: labels by language, how a country writes money, dates, tax ids and addresses.

Variants are parted by `|`; those behind `~` are held out: only sets for validation use them, beside the others.
"""

from __future__ import annotations

from typing import NamedTuple

LABELS = [
    "title",
    "number",
    "date",
    "due",
    "buyer",
    "seller",
    "order",
    "customer",
    "delivered",
    "item",
    "quantity",
    "price",
    "amount",
    "net",
    "tax",
    "total",
    "payable",
    "paid",
    "shipping",
    "discount",
    "bank",
    "thanks",
]
"""What the words of a language are for, in the order of its line in `WORDS`; one line has them parted by `;`."""

WORDS = {
    "en": "Invoice|Tax Invoice~Sales invoice; Invoice number|Invoice No.|Invoice #~Inv. no|Document no.; Date|Invoice date"
    "|Date of issue~Issued|Billing date; Due date|Payment due|Due~Pay by; Bill to|Customer|Invoice to~Billed to|Client;"
    " From|Seller|Supplier~Issued by|Vendor; Order no.|PO number|Your order~Purchase order; Customer no.|Account no."
    "|Supplier no.~Client ID; Delivery date|Date of supply|Shipped~Service period; Description|Item|Details~Particulars;"
    " Qty|Quantity~Units; Unit price|Price|Rate~Each; Amount|AMOUNT|Total~Line total; Subtotal|Net total|Total excl. {tax}"
    "~Total before {tax}|Net amount; {tax} {rate}|{tax}|{tax} total~Plus {tax} {rate}|{tax} amount; Total|Total incl. {tax}"
    "|Grand total~Invoice total|Total amount; Amount due|Balance due|Total due~Due payable|Please pay; Paid|Deposit"
    "|Payment received~Less payments; Shipping|Delivery~Carriage; Discount~Rebate; Bank details|Payment details~Remit to;"
    " Thank you for your business.|Payment within 14 days.~Interest is charged on late payment.",
    "de": "Rechnung|RECHNUNG~Rechnung / Invoice; Rechnungsnummer|Rechnungs-Nr.|Rechnung Nr.~Belegnummer|RE-Nr.; Datum"
    "|Rechnungsdatum~Ausstellungsdatum|Belegdatum; Fällig am|Zahlbar bis~Fälligkeit; Rechnungsempfänger|Kunde|An"
    "~Rechnung an; Verkäufer|Rechnungssteller|Von~Leistungserbringer|Absender; Bestellnummer|Ihre Bestellung~Auftrags-Nr.;"
    " Kundennummer|Kunden-Nr.|Lieferantennummer~Debitor; Lieferdatum|Leistungsdatum~Leistungszeitraum; Bezeichnung"
    "|Beschreibung|Artikel~Leistung; Menge|Anzahl~Stk.; Einzelpreis|Preis~E-Preis; Betrag|Gesamt|Gesamtpreis~Summe €;"
    " Zwischensumme|Nettobetrag|Summe netto~Gesamt netto|Warenwert; {tax} {rate}|zzgl. {rate} {tax}|{tax}~{rate} {tax}"
    "|Steuerbetrag; Gesamtbetrag|Rechnungsbetrag|Gesamtsumme~Bruttobetrag|Gesamt brutto; Zahlbetrag|Zu zahlen"
    "~Zahlungsbetrag|Offener Betrag; Anzahlung|Bereits gezahlt~Vorauszahlung; Versandkosten|Versand~Fracht; Rabatt"
    "~Nachlass; Bankverbindung~Zahlungsdaten; Vielen Dank für Ihren Auftrag.|Zahlbar innerhalb von 14 Tagen ohne Abzug."
    "~Es gelten unsere AGB.",
    "fr": "Facture|FACTURE~Facture de vente; Facture n°|Numéro de facture|N° de facture~Réf. facture; Date|Date de facture"
    "|Date d'émission~Facturé le|Émise le; Échéance|Date d'échéance~À régler avant le; Client|Facturé à|Adressé à"
    "~Destinataire; Vendeur|Émetteur|Fournisseur~De|Prestataire; Commande n°|Votre commande~Bon de commande; N° client"
    "|Code client|N° fournisseur~Compte client; Date de livraison|Livré le~Période; Désignation|Description~Libellé;"
    " Qté|Quantité~Nombre; Prix unitaire|P.U. HT~PU; Montant|Total HT~Montant HT; Total HT|Montant HT|Sous-total"
    "~Total hors taxes|Base HT; {tax} {rate}|{tax}|Total {tax}~Montant {tax}; Total TTC|Montant TTC|Total~Total général;"
    " Net à payer|Montant dû|Reste à payer~Solde à payer; Acompte|Déjà réglé~Acompte versé; Frais de port|Livraison"
    "~Port; Remise~Rabais; Coordonnées bancaires~RIB; Merci de votre confiance.~Pas d'escompte pour paiement anticipé.",
    "nl": "Factuur|FACTUUR~Verkoopfactuur; Factuurnummer|Factuurnr.|Factuur nr.~Nummer; Datum|Factuurdatum~Uitgiftedatum;"
    " Vervaldatum|Te betalen voor~Uiterste betaaldatum; Klant|Factuur aan|Aan~Factuuradres; Verkoper|Leverancier|Van"
    "~Afzender; Bestelnummer|Uw order~Ordernummer; Klantnummer|Debiteurnummer~Relatienr.; Leverdatum|Leveringsdatum"
    "~Periode; Omschrijving|Artikel~Beschrijving; Aantal~Stuks; Prijs|Stukprijs~Tarief; Bedrag|Totaal~Regeltotaal;"
    " Subtotaal|Totaal excl. {tax}|Netto~Nettobedrag; {tax} {rate}|{tax}|Totaal {tax}~{tax}-bedrag; Totaal|Totaal incl."
    " {tax}|Totaalbedrag~Eindtotaal|Factuurbedrag; Te betalen|Te voldoen~Openstaand; Aanbetaling|Betaald~Voorschot;"
    " Verzendkosten~Vracht; Korting~Rabat; Bankgegevens~Betaalgegevens; Bedankt voor uw bestelling.~Betaling binnen 30"
    " dagen.",
    "es": "Factura|FACTURA~Factura simplificada; Número de factura|Factura n.º|Nº factura~N.º de documento; Fecha|Fecha de"
    " factura|Fecha de emisión~Fecha de expedición|Emitida el; Vencimiento|Fecha de vencimiento~Pagar antes de; Cliente"
    "|Facturar a~Destinatario|Receptor; Emisor|Vendedor|Proveedor~De; Pedido n.º|Su pedido~Orden de compra; N.º de cliente"
    "|Código cliente~Cuenta; Fecha de entrega~Periodo; Descripción|Concepto~Detalle; Cantidad|Cant.~Uds.; Precio unitario"
    "|Precio~P. unit.; Importe|Total~Subtotal; Base imponible|Subtotal|Total neto~Importe neto; {tax} {rate}|{tax}|Cuota"
    " {tax}~Total {tax}; Total|Total factura|Importe total~Total con {tax}; Total a pagar|Importe a pagar~Saldo pendiente;"
    " Anticipo|Pagado~A cuenta; Gastos de envío|Portes~Transporte; Descuento~Dto.; Datos bancarios~Forma de pago; Gracias"
    " por su confianza.~Pago a 30 días.",
    "it": "Fattura|FATTURA~Fattura di vendita; Fattura n.|Numero fattura|N. fattura~Documento n.; Data|Data fattura|Data"
    " emissione~Emessa il; Scadenza|Data scadenza~Da pagare entro; Cliente|Spett.le|Destinatario~Intestatario|Acquirente;"
    " Fornitore|Cedente~Venditore|Mittente; Ordine n.|Vs. ordine~Rif. ordine; Codice cliente~Cod. cliente; Data consegna"
    "|Consegna~Periodo; Descrizione|Articolo~Prestazione; Q.tà|Quantità~Pezzi; Prezzo unitario|Prezzo~P. unit.; Importo"
    "|Totale~Totale riga; Imponibile|Totale imponibile~Netto|Base imponibile; {tax} {rate}|{tax}|Totale {tax}~Imposta;"
    " Totale|Totale fattura|Totale documento~Importo totale; Totale da pagare|Da pagare|Netto a pagare~Saldo dovuto;"
    " Acconto|Pagato~Acconto versato; Spese di spedizione|Trasporto~Spese; Sconto~Abbuono; Coordinate bancarie~Pagamento;"
    " Grazie per la fiducia.~Pagamento a 30 giorni.",
    "pt": "Fatura|FATURA|Factura~Fatura-recibo; Fatura n.º|Número da fatura|N.º da fatura~N.º documento; Data|Data de"
    " emissão|Data da fatura~Emitida em; Vencimento|Data de vencimento~Pagar até; Cliente|Faturar a~Adquirente|Exmo.(s)"
    " Sr.(s); Fornecedor|Emitente~Vendedor|Prestador; Encomenda n.º|Pedido~V. encomenda; N.º de cliente~Código de cliente;"
    " Data de entrega~Período; Descrição|Designação~Artigo; Qtd.|Quantidade~Unid.; Preço unitário|Preço~P. unit.; Valor"
    "|Total~Montante; Subtotal|Total líquido|Base tributável~Total sem {tax}|Incidência; {tax} {rate}|{tax}|Total {tax}"
    "~Valor {tax}; Total|Total da fatura|Total geral~Total com {tax}; Total a pagar|Valor a pagar~Montante em dívida;"
    " Adiantamento|Pago~Sinal; Portes|Frete~Envio; Desconto~Abatimento; Dados bancários~Pagamento; Obrigado pela"
    " preferência.~Pagamento a 30 dias.",
    "pl": "Faktura|Faktura VAT|FAKTURA~Faktura sprzedaży; Numer faktury|Faktura nr|Nr faktury~Nr dokumentu; Data wystawienia"
    "|Data~Data faktury|Wystawiono; Termin płatności|Płatne do~Data płatności; Nabywca|Kupujący~Odbiorca|Klient; Sprzedawca"
    "|Dostawca~Wystawca; Zamówienie nr|Nr zamówienia~Państwa zamówienie; Nr klienta|Kod klienta~Konto; Data sprzedaży|Data"
    " dostawy~Okres; Nazwa|Opis|Nazwa towaru~Usługa; Ilość~Szt.; Cena jedn.|Cena netto~Cena; Wartość|Kwota|Wartość netto"
    "~Suma; Razem netto|Wartość netto|Suma netto~Netto|Kwota netto; {tax} {rate}|Kwota {tax}|{tax}~Podatek {tax}|Wartość"
    " {tax}; Razem brutto|Razem|Wartość brutto|Suma~Kwota brutto|Ogółem; Do zapłaty|Razem do zapłaty~Pozostało do zapłaty"
    "|Należność; Zapłacono|Zaliczka~Wpłacono; Wysyłka|Dostawa~Transport; Rabat~Upust; Numer konta|Rachunek bankowy~Bank;"
    " Dziękujemy za współpracę.~Płatność w ciągu 14 dni.",
    "cs": "Faktura|FAKTURA|Daňový doklad~Faktura - daňový doklad; Faktura č.|Číslo faktury~Číslo dokladu|Doklad č.; Datum"
    " vystavení|Datum~Vystaveno dne; Datum splatnosti|Splatnost~Splatno do; Odběratel|Zákazník~Kupující|Příjemce;"
    " Dodavatel~Prodávající|Vystavil; Objednávka č.|Číslo objednávky~Vaše objednávka; Číslo zákazníka~Kód odběratele;"
    " Datum plnění|DUZP~Datum dodání; Popis|Název|Označení dodávky~Položka; Množství|Počet~Ks; Cena za jednotku|Cena/MJ"
    "~Jedn. cena; Cena celkem|Celkem~Částka; Základ daně|Celkem bez {tax}|Mezisoučet~Cena bez {tax}; {tax} {rate}|{tax}"
    "~Částka {tax}|Daň; Celkem|Celkem s {tax}|Celková částka~Celkem včetně {tax}; Celkem k úhradě|K úhradě~Zbývá uhradit"
    "|Částka k úhradě; Záloha|Uhrazeno~Zaplaceno; Doprava|Poštovné~Doručení; Sleva~Rabat; Bankovní spojení|Číslo účtu"
    "~Platba; Děkujeme za objednávku.~Splatnost 14 dní.",
    "sk": "Faktúra|FAKTÚRA~Faktúra - daňový doklad; Faktúra č.|Číslo faktúry~Číslo dokladu; Dátum vystavenia|Dátum"
    "~Vystavené dňa; Dátum splatnosti|Splatnosť~Splatné do; Odberateľ|Zákazník~Kupujúci; Dodávateľ~Predávajúci; Objednávka"
    " č.~Číslo objednávky; Číslo zákazníka~Kód odberateľa; Dátum dodania~Dátum plnenia; Popis|Názov~Položka; Množstvo"
    "~Počet; Jednotková cena|Cena~Cena/MJ; Spolu|Suma~Cena spolu; Základ dane|Spolu bez {tax}|Medzisúčet~Cena bez {tax};"
    " {tax} {rate}|{tax}~Výška {tax}|Daň; Spolu|Celkom|Celková suma~Spolu s {tax}; Na úhradu|K úhrade|Celkom k úhrade"
    "~Suma na úhradu; Záloha|Uhradené~Zaplatené; Doprava|Poštovné~Doručenie; Zľava~Rabat; Bankové spojenie~IBAN účtu;"
    " Ďakujeme za objednávku.~Splatnosť 14 dní.",
    "hu": "Számla|SZÁMLA~Elektronikus számla; Számlaszám|Számla sorszáma|Sorszám~Bizonylatszám; Kiállítás dátuma|Számla"
    " kelte|Dátum~Kelt; Fizetési határidő|Esedékesség~Fizetendő eddig; Vevő|Ügyfél~Vásárló; Eladó|Szállító|Kibocsátó"
    "~Számlakibocsátó; Rendelésszám|Megrendelés~Az Ön rendelése; Ügyfélszám|Vevőkód~Partnerkód; Teljesítés dátuma|Teljesítés"
    "~Szállítás dátuma; Megnevezés|Leírás~Tétel; Mennyiség|Menny.~Db; Egységár~Ár; Érték|Összeg|Nettó érték~Ár összesen;"
    " Nettó összesen|Nettó érték|Részösszeg~Nettó összeg|Adóalap; {tax} {rate}|{tax}|{tax} összege~{tax} érték; Összesen"
    "|Bruttó összesen|Végösszeg~Bruttó összeg|Mindösszesen; Fizetendő|Fizetendő összeg~Fizetendő végösszeg; Előleg|Fizetve"
    "~Befizetett; Szállítás|Postaköltség~Szállítási költség; Kedvezmény~Engedmény; Bankszámlaszám~Bank; Köszönjük a"
    " vásárlást.~Fizetés 8 napon belül.",
    "ro": "Factură|FACTURA|Factură fiscală~Factura proforma; Factura nr.|Număr factură|Nr. factură~Seria și nr.; Data"
    "|Data facturii|Data emiterii~Emisă la; Scadență|Data scadenței~Termen de plată; Cumpărător|Client~Beneficiar; Furnizor"
    "|Vânzător~Emitent|Prestator; Comanda nr.|Nr. comandă~Comanda dvs.; Cod client~Nr. client; Data livrării~Perioada;"
    " Denumire|Descriere~Produs; Cantitate|Cant.~Buc.; Preț unitar|Preț~Preț/UM; Valoare|Sumă~Valoare netă; Total fără"
    " {tax}|Subtotal|Valoare netă~Bază impozabilă; {tax} {rate}|{tax}|Total {tax}~Valoare {tax}; Total|Total general|Total"
    " factură~Total cu {tax}; Total de plată|De plată~Rest de plată|Sumă datorată; Avans|Achitat~Plătit; Transport|Livrare"
    "~Taxă livrare; Reducere~Discount comercial; Cont bancar|IBAN~Banca; Vă mulțumim!~Plata în 14 zile.",
    "hr": "Račun|RAČUN|Faktura~Račun za usluge; Račun br.|Broj računa~Račun broj; Datum|Datum računa|Datum izdavanja"
    "~Izdano; Dospijeće|Datum dospijeća~Platiti do; Kupac|Klijent~Primatelj; Prodavatelj|Izdavatelj~Dobavljač; Narudžba br."
    "~Vaša narudžba; Šifra kupca~Broj kupca; Datum isporuke~Razdoblje; Opis|Naziv~Stavka; Količina|Kol.~Kom; Jed. cijena"
    "|Cijena~Jedinična cijena; Iznos|Ukupno~Vrijednost; Osnovica|Ukupno bez {tax}-a|Međuzbroj~Neto iznos; {tax} {rate}"
    "|{tax}|Iznos {tax}-a~Porez; Ukupno|Sveukupno|Ukupan iznos~Ukupno s {tax}-om; Za platiti|Ukupno za platiti~Za uplatu"
    "|Preostalo; Predujam|Plaćeno~Uplaćeno; Dostava|Prijevoz~Poštarina; Popust~Rabat; Račun za uplatu~Banka; Hvala na"
    " povjerenju.~Plaćanje u roku 15 dana.",
    "sl": "Račun|RAČUN~Izdani račun; Račun št.|Številka računa~Dokument št.; Datum|Datum računa|Datum izdaje~Izdano; Rok"
    " plačila|Datum zapadlosti~Zapade; Kupec|Naročnik~Prejemnik|Stranka; Prodajalec|Izdajatelj~Dobavitelj; Naročilo št."
    "~Vaše naročilo; Šifra kupca~Št. stranke; Datum dobave|Datum opravljene storitve~Obdobje; Opis|Naziv~Postavka; Količina"
    "|Kol.~Kos; Cena na enoto|Cena~Cena/EM; Znesek|Vrednost~Skupaj; Osnova za {tax}|Skupaj brez {tax}|Vmesna vsota~Neto"
    " znesek; {tax} {rate}|{tax}|Znesek {tax}~Davek; Skupaj|Skupaj z {tax}|Skupni znesek~Bruto znesek; Za plačilo|Skupaj za"
    " plačilo~Preostanek; Predplačilo|Plačano~Avans; Dostava|Poštnina~Prevoz; Popust~Rabat; Bančni podatki~TRR; Hvala za"
    " zaupanje.~Plačilo v 15 dneh.",
    "bg": "Фактура|ФАКТУРА~Фактура оригинал; Фактура №|Номер на фактура|Номер~Документ №; Дата|Дата на издаване|Дата на"
    " фактура~Издадена на; Падеж|Срок за плащане~Платима до; Получател|Клиент|Купувач~Възложител; Доставчик|Продавач"
    "~Изпълнител|Издател; Поръчка №~Ваша поръчка; Клиентски №~Код на клиент; Дата на данъчно събитие|Дата на доставка"
    "~Период; Описание|Наименование~Стока; Количество|К-во~Бр.; Ед. цена|Цена~Единична цена; Стойност|Сума~Общо; Данъчна"
    " основа|Сума без {tax}|Междинна сума~Нето; {tax} {rate}|{tax}|Начислен {tax}~Стойност {tax}; Общо|Общо с {tax}|Обща"
    " сума~Сума с {tax}|Всичко; Сума за плащане|За плащане|Дължима сума~Остатък за плащане; Аванс|Платено~Внесено; Доставка"
    "|Транспорт~Куриер; Отстъпка~Намаление; Банкова сметка~Банка; Благодарим Ви.~Плащане до 14 дни.",
    "el": "Τιμολόγιο|ΤΙΜΟΛΟΓΙΟ~Τιμολόγιο Πώλησης; Αριθμός τιμολογίου|Αρ. Τιμολογίου|Αριθμός~Αρ. παραστατικού; Ημερομηνία"
    "|Ημερομηνία έκδοσης~Ημ/νία; Ημερομηνία λήξης|Πληρωτέο έως~Προθεσμία; Πελάτης|Αγοραστής|Προς~Λήπτης; Προμηθευτής"
    "|Πωλητής|Εκδότης~Από; Αρ. παραγγελίας~Παραγγελία; Κωδικός πελάτη~Αρ. πελάτη; Ημερομηνία παράδοσης~Περίοδος; Περιγραφή"
    "|Είδος~Υπηρεσία; Ποσότητα|Ποσ.~Τεμ.; Τιμή μονάδας|Τιμή~Τιμή/μον.; Αξία|Ποσό~Σύνολο; Καθαρή αξία|Υποσύνολο|Σύνολο χωρίς"
    " {tax}~Καθαρό ποσό; {tax} {rate}|{tax}|Αξία {tax}~Ποσό {tax}; Σύνολο|Γενικό σύνολο|Τελικό σύνολο~Σύνολο με {tax};"
    " Πληρωτέο ποσό|Πληρωτέο|Συνολικό ποσό~Υπόλοιπο; Προκαταβολή|Πληρώθηκε~Έναντι; Μεταφορικά|Αποστολή~Έξοδα; Έκπτωση"
    "~Εκπτώσεις; Τραπεζικός λογαριασμός~Τράπεζα; Ευχαριστούμε.~Πληρωμή σε 30 ημέρες.",
    "tr": "Fatura|FATURA|e-Fatura~Satış faturası; Fatura No|Fatura Numarası|Fatura no~Belge No; Tarih|Fatura Tarihi"
    "|Düzenleme tarihi~Düzenlenme; Vade Tarihi|Son ödeme tarihi~Vade; Alıcı|Müşteri|Sayın~Fatura edilen; Satıcı|Tedarikçi"
    "~Düzenleyen|Firma; Sipariş No~Siparişiniz; Müşteri No|Cari kod~Hesap; Teslim tarihi|Sevk tarihi~Dönem; Açıklama|Mal"
    " Hizmet|Ürün~Hizmet; Miktar|Adet~Mik.; Birim Fiyat|Fiyat~B. Fiyat; Tutar|Mal Hizmet Tutarı~Toplam; Ara Toplam|Mal"
    " Hizmet Toplam Tutarı|Matrah~Net Toplam; {tax} {rate}|Hesaplanan {tax}|{tax}~Toplam {tax}|{tax} Tutarı; Genel Toplam"
    "|Toplam|Vergiler Dahil Toplam Tutar~Toplam Tutar|Yekün; Ödenecek Tutar|Ödenecek~Kalan Tutar|Ödenecek Toplam; Ödenen"
    "|Avans~Ön ödeme; Kargo|Nakliye~Teslimat; İskonto|İndirim~Iskonto; Banka bilgileri~Hesap bilgileri; Teşekkür"
    " ederiz.~Ödeme 14 gün içinde.",
    "da": "Faktura|FAKTURA~Regning; Fakturanummer|Fakturanr.|Faktura nr.~Bilagsnr.; Dato|Fakturadato~Udstedt; Forfaldsdato"
    "|Betalingsfrist~Forfald; Kunde|Faktureres til|Til~Køber; Sælger|Leverandør|Fra~Afsender; Ordrenummer|Deres ordre"
    "~Rekvisition; Kundenummer|Kundenr.~Konto; Leveringsdato~Periode; Beskrivelse|Vare|Tekst~Ydelse; Antal|Mængde~Stk.;"
    " Pris|Enhedspris|Stk. pris~A-pris; Beløb|I alt~Linjetotal; Subtotal|Nettobeløb|Total ekskl. {tax}~Netto|Beløb uden"
    " {tax}; {tax} {rate}|{tax}|{tax} i alt~{tax}beløb; Total|Total inkl. {tax}|I alt~Fakturabeløb|Totalbeløb; At betale"
    "|Til betaling~Skyldigt beløb|Restbeløb; Betalt|Forudbetalt~Depositum; Fragt|Levering~Porto; Rabat~Nedslag;"
    " Bankoplysninger~Betaling; Tak for ordren.~Betaling netto 8 dage.",
    "sv": "Faktura|FAKTURA~Räkning; Fakturanummer|Fakturanr|Faktura nr~Verifikat; Datum|Fakturadatum~Utfärdad; Förfallodatum"
    "|Betala senast~Förfaller; Kund|Fakturamottagare|Till~Köpare; Säljare|Leverantör|Från~Avsändare; Ordernummer|Er order"
    "~Beställning; Kundnummer|Kundnr~Konto; Leveransdatum~Period; Beskrivning|Artikel|Benämning~Tjänst; Antal|Kvantitet~St;"
    " Pris|À-pris|Enhetspris~Styckpris; Belopp|Summa~Radsumma; Delsumma|Netto|Summa exkl. {tax}~Nettobelopp|Exkl. {tax};"
    " {tax} {rate}|{tax}|Summa {tax}~{tax}belopp; Totalt|Summa inkl. {tax}|Total~Fakturabelopp|Totalbelopp; Att betala"
    "|Summa att betala~Kvar att betala; Betalt|Förskott~Inbetalt; Frakt|Leverans~Porto; Rabatt~Avdrag; Bankgiro"
    "~Betalningsuppgifter; Tack för din beställning.~Betalningsvillkor 30 dagar.",
    "no": "Faktura|FAKTURA~Regning; Fakturanummer|Fakturanr.|Faktura nr.~Bilagsnr.; Dato|Fakturadato~Utstedt; Forfallsdato"
    "|Betalingsfrist~Forfall; Kunde|Fakturamottaker|Til~Kjøper; Selger|Leverandør|Fra~Avsender; Ordrenummer|Deres ordre"
    "~Bestilling; Kundenummer|Kundenr.~Konto; Leveringsdato~Periode; Beskrivelse|Vare|Varenavn~Tjeneste; Antall|Mengde~Stk;"
    " Pris|Enhetspris~Stykkpris; Beløp|Sum~Linjesum; Delsum|Netto|Sum eks. {tax}~Nettobeløp; {tax} {rate}|{tax}|Sum {tax}"
    "~{tax}-beløp; Totalt|Sum inkl. {tax}|Total~Fakturabeløp|Totalbeløp; Å betale|Beløp å betale~Utestående; Betalt"
    "|Forskudd~Innbetalt; Frakt|Levering~Porto; Rabatt~Avslag; Kontonummer~Betaling; Takk for handelen.~Netto 14 dager.",
    "fi": "Lasku|LASKU~Kauppalasku; Laskun numero|Laskunumero|Laskun nro~Tositenumero; Päivämäärä|Laskun päiväys|Päiväys"
    "~Laskupäivä; Eräpäivä|Maksettava viimeistään~Eräpvm; Asiakas|Laskutusosoite|Ostaja~Vastaanottaja; Myyjä|Toimittaja"
    "~Laskuttaja|Lähettäjä; Tilausnumero|Tilauksenne~Viitteenne; Asiakasnumero|Asiakasnro~Tili; Toimituspäivä~Ajanjakso;"
    " Kuvaus|Tuote|Nimike~Palvelu; Määrä|Kpl~Lkm; Hinta|Yksikköhinta|à-hinta~Kpl-hinta; Summa|Yhteensä~Rivisumma; Veroton"
    " yhteensä|Välisumma|Yhteensä veroton~Veroton summa|Netto; {tax} {rate}|{tax}|{tax} yhteensä~{tax}-osuus|Vero; Yhteensä"
    "|Verollinen yhteensä|Loppusumma~Laskun summa|Kokonaissumma; Maksettava yhteensä|Maksettava~Maksettavaa|Avoinna;"
    " Maksettu|Ennakkomaksu~Suoritettu; Toimituskulut|Rahti~Postikulut; Alennus~Hyvitys; Pankkitiedot|Tilinumero~Maksu;"
    " Kiitos tilauksesta.~Maksuehto 14 pv netto.",
    "et": "Arve|ARVE~Müügiarve; Arve nr|Arve number~Dokumendi nr; Kuupäev|Arve kuupäev~Väljastatud; Maksetähtaeg|Tähtaeg"
    "~Tasuda enne; Klient|Ostja|Saaja~Maksja; Müüja|Tarnija~Väljastaja; Tellimus nr~Teie tellimus; Kliendi nr~Kliendikood;"
    " Tarnekuupäev~Periood; Kirjeldus|Nimetus|Toode~Teenus; Kogus|Hulk~Tk; Hind|Ühiku hind~Tükihind; Summa|Kokku"
    "~Rea summa; Summa käibemaksuta|Vahesumma|Kokku ilma {tax}~Neto; {tax} {rate}|{tax}|Käibemaks~{tax} summa; Kokku"
    "|Summa kokku|Kokku koos {tax}~Arve summa|Üldsumma; Tasuda|Kuulub tasumisele|Maksta~Jääk; Ettemaks|Makstud~Tasutud;"
    " Transport|Tarne~Postikulu; Allahindlus~Soodustus; Pangakonto~Makseandmed; Täname ostu eest.~Viivis 0,1% päevas.",
    "lv": "Rēķins|RĒĶINS|Pavadzīme~Rēķins-faktūra; Rēķina Nr.|Rēķina numurs|Rēķins Nr.~Dokumenta Nr.; Datums|Rēķina datums"
    "~Izrakstīts; Apmaksas termiņš|Apmaksāt līdz~Samaksas termiņš; Pircējs|Klients|Saņēmējs~Maksātājs; Pārdevējs|Piegādātājs"
    "~Izsniedzējs; Pasūtījums Nr.~Jūsu pasūtījums; Klienta Nr.~Klienta kods; Piegādes datums~Periods; Apraksts|Nosaukums"
    "~Pakalpojums; Daudzums|Skaits~Gab.; Cena|Vienības cena~Cena/vien.; Summa|Kopā~Rindas summa; Summa bez {tax}|Starpsumma"
    "|Kopā bez {tax}~Neto summa; {tax} {rate}|{tax}|{tax} summa~Nodoklis; Kopā|Kopsumma|Kopā ar {tax}~Summa kopā|Pavisam;"
    " Apmaksai|Summa apmaksai|Kopā apmaksai~Atlikums; Avanss|Samaksāts~Apmaksāts; Piegāde|Transports~Pasts; Atlaide~Rabats;"
    " Bankas rekvizīti~Konts; Paldies par pirkumu.~Apmaksa 14 dienās.",
    "lt": "Sąskaita faktūra|PVM sąskaita faktūra|Sąskaita~Pardavimo sąskaita; Sąskaitos Nr.|Sąskaitos numeris|Serija ir Nr."
    "~Dokumento Nr.; Data|Sąskaitos data|Išrašymo data~Išrašyta; Apmokėti iki|Apmokėjimo terminas~Terminas; Pirkėjas"
    "|Klientas|Gavėjas~Mokėtojas; Pardavėjas|Tiekėjas~Išrašė|Teikėjas; Užsakymo Nr.~Jūsų užsakymas; Kliento Nr.~Kliento"
    " kodas; Pristatymo data~Laikotarpis; Aprašymas|Pavadinimas|Prekė~Paslauga; Kiekis~Vnt.; Kaina|Vieneto kaina~Kaina/vnt.;"
    " Suma|Viso~Eilutės suma; Suma be {tax}|Tarpinė suma|Iš viso be {tax}~Neto suma; {tax} {rate}|{tax}|{tax} suma"
    "~Mokestis; Iš viso|Bendra suma|Viso su {tax}~Suma su {tax}|Viso; Mokėti|Suma apmokėjimui|Iš viso mokėti~Likutis;"
    " Avansas|Sumokėta~Apmokėta; Pristatymas|Transportas~Paštas; Nuolaida~Rabatas; Banko rekvizitai~Sąskaita banke; Ačiū,"
    " kad perkate.~Apmokėti per 14 dienų.",
    "id": "Faktur|INVOICE|Faktur Penjualan~Tagihan; No. Faktur|Nomor Faktur|No. Invoice~Nomor; Tanggal|Tanggal Faktur|Tgl"
    "~Tgl. Faktur; Jatuh Tempo|Tanggal jatuh tempo~Tempo; Pelanggan|Kepada|Pembeli~Ditagihkan kepada; Penjual|Dari|Pemasok"
    "~Diterbitkan oleh; No. Pesanan|No. PO~Pesanan; Kode Pelanggan~No. Pelanggan; Tanggal Kirim~Periode; Keterangan"
    "|Deskripsi|Nama Barang~Uraian; Jumlah|Qty|Kuantitas~Banyak; Harga Satuan|Harga~Harga/unit; Total|Jumlah Harga~Nilai;"
    " Subtotal|Jumlah sebelum pajak|DPP~Dasar pengenaan pajak; {tax} {rate}|{tax}|Pajak~Jumlah {tax}; Total|Grand Total"
    "|Jumlah Total~Total Keseluruhan|Total Akhir; Total Bayar|Jumlah yang harus dibayar|Sisa Tagihan~Total Tagihan; Uang"
    " muka|Dibayar~DP; Ongkos Kirim|Pengiriman~Ongkir; Diskon~Potongan; Rekening Bank~Pembayaran; Terima kasih.~Pembayaran 14"
    " hari.",
    "vi": "Hóa đơn|HÓA ĐƠN|Hóa đơn GTGT~Hóa đơn bán hàng; Số hóa đơn|Số HĐ|Hóa đơn số~Số; Ngày|Ngày lập|Ngày hóa đơn"
    "~Ngày phát hành; Hạn thanh toán|Ngày đến hạn~Thanh toán trước; Khách hàng|Người mua|Tên đơn vị mua~Bên mua; Người bán"
    "|Đơn vị bán hàng~Bên bán|Nhà cung cấp; Đơn hàng số~Số đơn hàng; Mã khách hàng~Mã KH; Ngày giao hàng~Kỳ; Mô tả|Tên"
    " hàng hóa, dịch vụ|Diễn giải~Nội dung; Số lượng|SL~S.lượng; Đơn giá|Giá~Giá đơn vị; Thành tiền|Số tiền~Giá trị; Cộng"
    " tiền hàng|Tạm tính|Tổng trước thuế~Tiền chưa thuế; Thuế {tax} {rate}|Tiền thuế {tax}|Thuế {tax}~Tổng tiền thuế; Tổng"
    " cộng|Tổng tiền thanh toán|Tổng tiền~Tổng giá trị; Phải thanh toán|Số tiền phải trả~Còn lại phải trả; Đã trả|Tạm ứng"
    "~Đặt cọc; Phí vận chuyển|Vận chuyển~Giao hàng; Chiết khấu~Giảm giá; Tài khoản ngân hàng~Ngân hàng; Xin cảm ơn.~Thanh"
    " toán trong 14 ngày.",
}


class Country(NamedTuple):
    """How a country writes what stands on a bill."""

    language: str
    code: str  # ISO 4217
    signs: str  # of its money as printed, parted by "|"; "{}" stands for the figure
    figures: str  # parter of thousands ("" for none), then the decimal mark
    dates: str  # strftime forms parted by "|"; B is the name of a month
    tax: str
    rates: str
    tax_id: str  # labels parted by "|", ":" and the pattern: 9 a digit, A a letter
    forms: str  # legal forms
    town: str  # line with the post code: 9 a digit, A a letter


COUNTRIES = {
    "US": Country("en", "USD", "${}|USD {}", ",.", "%m/%d/%Y|B %d, %Y", "Sales tax", "8.25 6 7.5", "", "Inc.|LLC|Corp.", "Springfield, IL 99999|Dayton, OH 99999"),
    "GB": Country("en", "GBP", "£{}", ",.", "%d/%m/%Y|%d B %Y", "VAT", "20 5", "VAT No|VAT Reg. No.:GB999999999", "Ltd|Limited|LLP", "Leeds LS9 9AA|London SW9A 9AA"),
    "IE": Country("en", "EUR", "€{}|EUR {}", ",.", "%d/%m/%Y|%d B %Y", "VAT", "23 13.5", "VAT No|VAT Number:IE9999999AA", "Ltd|DAC", "Cork T12 A9A9|Dublin 9"),
    "CA": Country("en", "CAD", "${}|CA${}|C$ {}", ",.", "%Y-%m-%d|B %d, %Y", "GST", "5 13", "GST Reg. No.|GST/HST No.:999999999RT0001", "Inc.|Ltd.", "Toronto, ON M9A 9A9|Calgary, AB T9A 9A9"),
    "AU": Country("en", "AUD", "${}|A${}", ",.", "%d/%m/%Y|%d B %Y", "GST", "10", "ABN:99 999 999 999", "Pty Ltd", "Perth WA 6999|Sydney NSW 2999"),
    "NZ": Country("en", "NZD", "${}|NZ${}", ",.", "%d/%m/%Y|%d B %Y", "GST", "15", "GST No|GST Number:99-999-999", "Ltd|Limited", "Wellington 6999|Auckland 1999"),
    "IN": Country("en", "INR", "₹{}|Rs. {}|INR {}", "i.", "%d-%m-%Y|%d/%m/%Y", "GST", "18 12 5", "GSTIN:99AAAAA9999A9Z9", "Pvt. Ltd.|LLP", "Pune 411999|Mumbai - 400999"),
    "SG": Country("en", "SGD", "S${}|SGD {}|${}", ",.", "%d/%m/%Y|%d B %Y", "GST", "9 8", "GST Reg No:M99999999A", "Pte. Ltd.|Pte Ltd", "Singapore 999999"),
    "MY": Country("en", "MYR", "RM {}|RM{}", ",.", "%d/%m/%Y|%d-%m-%Y", "SST", "6 8", "SST No:A99-9999-99999999", "Sdn. Bhd.|Sdn Bhd", "59999 Kuala Lumpur|47999 Petaling Jaya"),
    "ZA": Country("en", "ZAR", "R {}|R{}", " .", "%Y/%m/%d|%d B %Y", "VAT", "15", "VAT Reg No:4999999999", "(Pty) Ltd", "Cape Town 8999|Durban 4999"),
    "AE": Country("en", "AED", "AED {}|{} AED", ",.", "%d/%m/%Y|%d-%m-%Y", "VAT", "5", "TRN:100999999999993", "LLC|FZE", "Dubai, UAE|Abu Dhabi, UAE"),
    "DE": Country("de", "EUR", "{} €|{} EUR|{}", ".,", "%d.%m.%Y|%d. B %Y", "MwSt.|USt.|Umsatzsteuer", "19 7", "USt-IdNr.|USt-ID:DE999999999", "GmbH|AG|UG|e.K.", "99999 Kassel|59999 Dortmund"),
    "AT": Country("de", "EUR", "€ {}|EUR {}", ".,", "%d.%m.%Y|%d. B %Y", "USt.|MwSt.", "20 10", "UID-Nr.|UID:ATU99999999", "GmbH|OG", "1990 Wien|8999 Graz"),
    "CH": Country("de", "CHF", "CHF {}|{}", "'.", "%d.%m.%Y|%d. B %Y", "MWST|MwSt.", "8.1 2.6", "MWST-Nr.|UID:CHE-999.999.999 MWST", "AG|GmbH", "8999 Zürich|3999 Bern"),
    "FR": Country("fr", "EUR", "{} €|{} EUR", " ,", "%d/%m/%Y|%d B %Y", "TVA", "20 5,5 10", "N° TVA|TVA intracommunautaire:FR99999999999", "SARL|SAS|SA", "69999 Lyon|33999 Bordeaux"),
    "BE": Country("fr", "EUR", "{} €|€ {}", ".,", "%d/%m/%Y|%d-%m-%Y", "TVA", "21 6", "N° TVA|TVA:BE0999999999", "SRL|SA", "1999 Bruxelles|4999 Liège"),
    "NL": Country("nl", "EUR", "€ {}|{}", ".,", "%d-%m-%Y|%d B %Y", "btw|BTW", "21 9", "BTW-nummer|Btw-nr.:NL999999999B01", "B.V.|BV", "1999 AA Utrecht|3999 AB Rotterdam"),
    "ES": Country("es", "EUR", "{} €|{} EUR", ".,", "%d/%m/%Y|%d de B de %Y", "IVA", "21 10", "NIF|CIF:B99999999", "S.L.|S.A.", "28999 Madrid|46999 Valencia"),
    "MX": Country("es", "MXN", "${}|$ {} MXN", ",.", "%d/%m/%Y|%Y-%m-%d", "IVA", "16", "RFC:AAA999999AA9", "S.A. de C.V.|S. de R.L.", "06999 Ciudad de México|44999 Guadalajara"),
    "IT": Country("it", "EUR", "€ {}|{} €", ".,", "%d/%m/%Y|%d B %Y", "IVA", "22 10", "P. IVA|Partita IVA:IT99999999999", "S.r.l.|S.p.A.|S.n.c.", "20999 Milano|10999 Torino"),
    "PT": Country("pt", "EUR", "{} €|€ {}", ".,", "%d/%m/%Y|%d-%m-%Y|%Y-%m-%d", "IVA", "23 6", "NIF|Contribuinte:PT599999999", "Lda.|S.A.", "1999-999 Lisboa|4999-999 Porto"),
    "BR": Country("pt", "BRL", "R$ {}|R${}", ".,", "%d/%m/%Y", "ISS|ICMS", "5 18", "CNPJ:99.999.999/0001-99", "Ltda.|S.A.", "01999-999 São Paulo - SP|20999-999 Rio de Janeiro - RJ"),
    "PL": Country("pl", "PLN", "{} zł|{} PLN|{}", " ,", "%d.%m.%Y|%Y-%m-%d|%d B %Y", "VAT", "23 8", "NIP:9999999999|", "Sp. z o.o.|S.A.", "99-999 Kraków|50-999 Wrocław"),
    "CZ": Country("cs", "CZK", "{} Kč|{} CZK", " ,", "%d.%m.%Y|%d. %m. %Y", "DPH", "21 12", "DIČ:CZ99999999", "s.r.o.|a.s.", "199 99 Praha|699 99 Brno"),
    "SK": Country("sk", "EUR", "{} €|{} EUR", " ,", "%d.%m.%Y|%d. %m. %Y", "DPH", "20 23", "IČ DPH|DIČ:SK9999999999", "s.r.o.|a.s.", "819 99 Bratislava|049 99 Košice"),
    "HU": Country("hu", "HUF", "{} Ft|{} HUF", " ,", "%Y.%m.%d.|%Y. B %d.", "ÁFA", "27 5", "Adószám:99999999-2-99", "Kft.|Zrt.|Bt.", "1999 Budapest|6999 Szeged"),
    "RO": Country("ro", "RON", "{} lei|{} RON", ".,", "%d.%m.%Y|%d/%m/%Y", "TVA", "19 9", "CUI|CIF:RO99999999", "S.R.L.|S.A.", "019999 București|409999 Cluj-Napoca"),
    "HR": Country("hr", "EUR", "{} €|{} EUR", ".,", "%d.%m.%Y.|%d.%m.%Y", "PDV", "25 13", "OIB:99999999999", "d.o.o.|d.d.", "10999 Zagreb|21999 Split"),
    "SI": Country("sl", "EUR", "{} €|{} EUR", ".,", "%d.%m.%Y|%d. %m. %Y", "DDV", "22 9,5", "ID za DDV|Davčna št.:SI99999999", "d.o.o.|d.d.", "1999 Ljubljana|2999 Maribor"),
    "BG": Country("bg", "BGN", "{} лв.|{} BGN", " .", "%d.%m.%Y|%d.%m.%Y г.", "ДДС", "20 9", "ИН по ЗДДС|ДДС №:BG999999999", "ООД|ЕООД|АД", "1999 София|4999 Пловдив"),
    "GR": Country("el", "EUR", "{} €|€ {}", ".,", "%d/%m/%Y|%d-%m-%Y", "ΦΠΑ|Φ.Π.Α.", "24 13", "ΑΦΜ|Α.Φ.Μ.:999999999", "Α.Ε.|Ε.Π.Ε.|Ο.Ε.", "119 99 Αθήνα|549 99 Θεσσαλονίκη"),
    "TR": Country("tr", "TRY", "{} TL|₺{}|{} TRY", ".,", "%d.%m.%Y|%d-%m-%Y|%d/%m/%Y", "KDV", "20 10", "VKN|Vergi No:9999999999", "A.Ş.|Ltd. Şti.", "34999 İstanbul|06999 Ankara"),
    "DK": Country("da", "DKK", "{} kr.|DKK {}|{}", ".,", "%d.%m.%Y|%d-%m-%Y|%d. B %Y", "moms|Moms", "25", "CVR-nr.|CVR:DK99999999", "ApS|A/S", "1999 København|8999 Aarhus"),
    "SE": Country("sv", "SEK", "{} kr|SEK {}|{}", " ,", "%Y-%m-%d|%d B %Y", "moms|Moms", "25 12", "Momsreg.nr|VAT-nr:SE999999999901", "AB", "111 99 Stockholm|411 99 Göteborg"),
    "NO": Country("no", "NOK", "kr {}|NOK {}|{}", " ,", "%d.%m.%Y|%d. B %Y", "mva|MVA", "25 15", "Org.nr.|Org.nr:999 999 999 MVA", "AS|ANS", "0199 Oslo|5999 Bergen"),
    "FI": Country("fi", "EUR", "{} €|{} EUR", " ,", "%d.%m.%Y", "ALV|alv", "24 14 25,5", "Y-tunnus|ALV-numero:FI99999999", "Oy|Oyj|Ky", "00199 Helsinki|33999 Tampere"),
    "EE": Country("et", "EUR", "{} €|{} EUR", " .", "%d.%m.%Y", "KM|käibemaks", "20 22", "KMKR nr|KMKR:EE999999999", "OÜ|AS", "10199 Tallinn|50999 Tartu"),
    "LV": Country("lv", "EUR", "{} €|{} EUR", " ,", "%d.%m.%Y|%d.%m.%Y.", "PVN", "21 12", "PVN Nr.|PVN reģ. Nr.:LV99999999999", "SIA|AS", "LV-1099 Rīga|LV-3999 Jelgava"),
    "LT": Country("lt", "EUR", "{} €|{} EUR", " ,", "%Y-%m-%d|%Y.%m.%d", "PVM", "21 9", "PVM mokėtojo kodas|PVM kodas:LT999999999", "UAB|AB", "LT-09999 Vilnius|LT-44999 Kaunas"),
    "ID": Country("id", "IDR", "Rp {}|Rp{}", ".,", "%d/%m/%Y|%d-%m-%Y|%d B %Y", "PPN", "11", "NPWP:99.999.999.9-999.000", "PT|CV", "Jakarta 12999|Surabaya 60999"),
    "VN": Country("vi", "VND", "{} ₫|{} VND|{} đ", ".,", "%d/%m/%Y", "GTGT|VAT", "10 8", "Mã số thuế|MST:0399999999", "Công ty TNHH|Công ty CP", "Quận 1, TP. Hồ Chí Minh|Cầu Giấy, Hà Nội"),
}  # fmt: skip

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "hu": "január február március április május június július augusztus szeptember október november december",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "no": "januar februar mars april mai juni juli august september oktober november desember",
    "id": "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember",
}
WHOLE = frozenset({"HUF", "IDR", "VND"})
"""Currencies whose bills have no decimals."""

STEMS = [
    "Alder",
    "Brixton",
    "Cobalt",
    "Danfeld",
    "Everlane",
    "Fenwick",
    "Granit",
    "Hollis",
    "Ivory",
    "Juno",
    "Kestrel",
    "Lumen",
    "Marlow",
    "Norvik",
    "Orion",
    "Pelican",
    "Quarto",
    "Rosella",
    "Sandor",
    "Tilda",
    "Umber",
    "Vestra",
    "Wexford",
    "Xenia",
    "Yarrow",
    "Zephyr",
    "Amberg",
    "Bellini",
    "Castor",
    "Dorval",
    "Estrel",
    "Florian",
    "Gallus",
]
TRADES = {
    "en": "Supplies|Consulting|Foods|Print|Tools|Logistics|Design|Electric",
    "de": "Technik|Bau|Handel|Druck|Logistik|Werkzeuge",
    "bg": "Трейд|Строй|Консулт|Сервиз",
    "el": "Εμπορική|Τεχνική|Υπηρεσίες",
    "": "Trade|Service|Studio|Tech|Media|Group|Systems",
}
STREETS = {
    "en": "{n} High Street|{n} Mill Road|Unit {n}, Harbour Way",
    "de": "Hauptstraße {n}|Am Markt {n}|Gartenweg {n}",
    "fr": "{n} rue de la Gare|{n}, avenue Foch",
    "nl": "Dorpsstraat {n}|Kerkweg {n}",
    "es": "Calle Mayor {n}|Av. de la Paz, {n}",
    "it": "Via Roma {n}|Corso Italia, {n}",
    "pt": "Rua das Flores, {n}|Av. Central {n}",
    "bg": "ул. Витоша {n}",
    "el": "Ερμού {n}",
    "": "Central {n}|Park {n}|Main {n}",
}
