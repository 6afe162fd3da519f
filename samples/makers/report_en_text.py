"""The words of the English sample. Bluefen Water and every place in it are invented.

A part is (style, text). Inline marks are reportlab's: <b>, <i>, <a href>; {1} calls footnote 1; {code:...} is set in the
mono face. Everything else that the report holds (tables, pictures, charts) is placed by `report_en` where a part of
the style "place" names it.
"""

NOTES = {
    "1": "Figures are for the year from 1 April 2030 to 31 March 2031 unless another period is named.",
    "2": "A megalitre (Ml) is one thousand cubic metres; a household of four uses about 0.2 Ml in a year.",
    "3": "Loss is the volume put into supply less the volume billed and the volume used for flushing, divided by "
    "the volume put into supply.",
    "4": "The method is described at <a href='https://example.org/bluefen/methods' color='#1a4f9c'>"
    "example.org/bluefen/methods</a>; its source is open.",
    "5": "Samples that a laboratory rejected before analysis are not counted.",
    "6": "Amounts are in thousand crowns (kcr), the invented currency of this report. Brackets mean a negative amount.",
}

CODE = '''\
from statistics import mean, stdev

LIMIT = 3.0  # deviations; fewer means more visits in vain


def slow(readings, supplied):
    """Meters that read low, worst first.

    readings: {meter: [litres of each night]}
    supplied: [litres that entered the district each night]
    """
    nights = range(len(supplied))
    missing = [supplied[n] - sum(r[n] for r in readings.values())
               for n in nights]
    if mean(missing) < LIMIT * stdev(missing):
        return []          # nothing that stands out
    share = {m: mean(r) / mean(supplied) for m, r in readings.items()}
    return sorted(share, key=share.get)'''

PARTS = (
    ("cover", ""),
    ("contents", ""),
    ("one", ""),
    ("h1", "1 The year in brief"),
    ("h2", "1.1 What we set out to do"),
    (
        "p",
        (
            "Bluefen Water supplies drinking water to 412,000 people in the four districts around Lake Bluefen. This report says "
            "what the company did in the year, what it cost, and what went wrong.{1} It follows the plan of 2028, which asked for three "
            "things: fewer bursts, less loss, and measurements that anybody can check."
        ),
    ),
    (
        "p",
        (
            "The first two are connected. A pipe that bursts has usually leaked for months before, and a leak that is found early can "
            "be mended from a single pit in half a day. We therefore moved a third of the budget for repair to the search for leaks, and "
            "put 240 listening loggers into the oldest part of the network. The result is in Table 1: the number of bursts fell by a "
            "fifth, and the volume lost fell by 1,460 megalitres.{2}"
        ),
    ),
    ("place", "summary"),
    ("h2", "1.2 What we learned"),
    (
        "p",
        (
            "Three lessons are worth more than the figures. They are described in the chapters that follow, and the second of them was "
            "dear:"
        ),
    ),
    (
        "list",
        (
            (
                "<b>Listen at night.</b> Between two and four in the morning the flow in a district is almost all loss. A logger that "
                "reports only then lasts six years on one battery."
            ),
            (
                "Do not trust a single meter:",
                (
                    "a meter that stops is noticed within a day;",
                    (
                        "a meter that reads low is not noticed at all, unless",
                        (
                            "its neighbours are added up every night, and",
                            "the sum is compared with the reservoir that feeds them;",
                        ),
                    ),
                    "a meter that reads high is noticed by the customer.",
                ),
            ),
            (
                "<b>Publish early.</b> The readings go out the next morning, with their errors marked, and corrections follow in the "
                "open."
            ),
        ),
    ),
    ("p", "The numbered steps of a repair are the same in every district, so that crews can help each other out:"),
    (
        "steps",
        (
            "Close the section and tell the households by message.",
            (
                "Open the pit and take pictures before touching the pipe:",
                (
                    "the joint from above and from the side;",
                    "the bedding below the pipe.",
                ),
            ),
            "Mend or replace, then flush until the water is clear.",
            "Take two samples, thirty minutes apart.",
            "Open the section when the first sample is free of coliforms.",
        ),
    ),
    ("place", "lake"),
    ("one", ""),
    ("h1", "2 Water put into supply"),
    ("h2", "2.1 Sources"),
    (
        "p",
        (
            "Two thirds of the water comes from the lake, the rest from the wells at Sandholt and the springs of the Upper Marr. The lake "
            "was 40 centimetres below its mean in August, which is the lowest level since measurements began, and the intake at "
            "Greyquay drew air on two days. No household was without water, because the wells could make up for it; but the permit for "
            "the wells was used up by the end of October, and an extension had to be asked for."
        ),
    ),
    ("place", "chart"),
    ("h3", "2.1.1 Lake Bluefen"),
    (
        "p",
        (
            "The intake stands 14 metres below the mean level, on a bed of gravel. Algae were counted weekly from May to October. The count "
            "passed the first threshold (2,000 cells per millilitre) on nine days and never reached the second. Activated carbon was "
            "dosed on those nine days and for one week after each."
        ),
    ),
    ("h3", "2.1.2 Wells at Sandholt"),
    (
        "p",
        (
            "Six wells reach the gravel at 60 to 85 metres. Nitrate rose in wells 2 and 5, from 21 to 26 milligrams per litre; the "
            "limit is 50. The farms in the catchment were told, and a contract for catch crops on 310 hectares was signed in "
            "February."
        ),
    ),
    ("h3", "2.1.3 Springs of the Upper Marr"),
    (
        "p",
        (
            "The springs gave 12 per cent of the supply and needed no treatment other than ultraviolet light. Their flow follows the snow "
            "of the winter before, and the winter had little."
        ),
    ),
    ("h2", "2.2 The way of the water"),
    (
        "p",
        (
            "Every litre passes the same five stations. The drawing shows them; the retention times are means over the year, and "
            "the reservoir is by far the slowest part."
        ),
    ),
    ("place", "flow"),
    (
        "p",
        (
            "The energy that a pump takes is the product of the height it lifts, the volume and the weight of water, divided by how "
            "well it works. With <i>h</i> in metres, <i>V</i> in cubic metres and <i>η</i> between 0 and 1:"
        ),
    ),
    ("formula", ("E = ρ · g · h · V / (3.6 × 10<super size=7>6</super> · η)", "(1)")),
    (
        "p",
        (
            "where <i>E</i> is in kilowatt-hours. For the lift of 96 metres from Greyquay to the Hillcrest reservoir and an efficiency of "
            "0.74 this gives 0.353 kilowatt-hours for a cubic metre; the meter says 0.361. The loss in a district follows from the "
            "night flow:{3}"
        ),
    ),
    (
        "formula",
        (
            (
                "L = (Q<sub size=7>night</sub> − n · q<sub size=7>0</sub>) · 24 · (p<sub size=7>day</sub> / "
                "p<sub size=7>night</sub>)<super size=7>1.15</super>"
            ),
            "(2)",
        ),
    ),
    (
        "p",
        (
            "with <i>n</i> households, the permitted use <i>q</i><sub size=7>0</sub> of 1.8 litres an hour for each, and the pressures "
            "<i>p</i> by day and by night."
        ),
    ),
    ("two", ""),
    ("h1", "3 The network"),
    ("h2", "3.1 Age and material"),
    (
        "j",
        (
            "The network is 2,316 kilometres long. The oldest pipe that is still in service was laid in 1894, below Tollgate Street, and it "
            "does not leak. Age alone says little about a pipe: the cast iron of the years before 1914 outlives the grey iron of the "
            "nineteen-fifties, which was cast thinner and laid in a hurry. Asbestos cement, which makes up eleven per cent of the length, "
            "bursts without a warning when the ground dries out, as it did in August."
        ),
    ),
    (
        "j",
        (
            "We model the life of a pipe from its material, its bedding, the pressure and the number of repairs within two hundred metres. "
            "The model is simple enough to be written on one page, and it is published with its data.{4} It was right about 31 of the 50 "
            "pipes that burst this year, in the sense that they stood among the worst tenth of its list. A list made by age alone would "
            "have found 14 of them."
        ),
    ),
    ("h2", "3.2 Bursts"),
    (
        "j",
        (
            "There were 188 bursts, after 236 in the year before. More than half of them fell into eleven days of August and eight days of "
            "January; a dry summer and a hard frost do the same thing to clay, and the clay does it to the pipes. The mean time from the "
            "first call to a closed section was 47 minutes, and from there to running water six hours and ten minutes."
        ),
    ),
    (
        "j",
        (
            "The longest interruption was that of Millbrook, where a main below the railway broke on 14 January. The crew could not open "
            "the ground until the line was closed, and 1,120 households drew water from tank wagons for two days. A second crossing, which "
            "had been planned for 2033, is now being built."
        ),
    ),
    ("place", "materials"),
    ("h3", "3.2.1 What a burst costs"),
    (
        "j",
        (
            "A burst costs 14,200 crowns on average, of which the pipe itself is the smallest part. Opening and closing the road takes "
            "forty per cent, the night shift thirty. This is why it pays to look for leaks even where water is cheap: a leak can wait "
            "for a Tuesday morning, a burst cannot."
        ),
    ),
    ("h2", "3.3 Loggers"),
    (
        "j",
        (
            "A logger is a microphone with a clock. It sits on a valve, wakes at two in the morning and listens for ten minutes. A leak is a "
            "steady hiss; everything else comes and goes. Two loggers that hear the same hiss know the place of the leak from the time "
            "between them, to about a metre on iron and three metres on plastic."
        ),
    ),
    (
        "j",
        (
            "The 240 loggers found 163 leaks. Twelve of the finds were wrong: eight were pressure valves, three were transformers, and one "
            "was the refrigerator of a bakery that runs its compressor at three in the morning. The bakery has been told about its bill."
        ),
    ),
    ("h2", "3.4 Meters"),
    (
        "j",
        (
            "There are 148,300 meters, of which 61 per cent can be read by radio. The change of the remaining ones is slower than planned, "
            "because the contractor Quillon Metering became insolvent in June. The lot was split in three and given to other firms."
        ),
    ),
    (
        "j",
        (
            "Meters are checked against the sum of their district every night, as the program in section 4.3 shows. In this way 420 slow "
            "meters were found, most of them more than fifteen years old. Nobody was billed for the past."
        ),
    ),
    ("h2", "3.5 Pressure"),
    (
        "j",
        (
            "Pressure is what the customer feels and what the pipe suffers. In Oldhaven it was lowered by 0.6 bar at night, from eleven to "
            "five, after the fire brigade had agreed. Loss fell by nine per cent in the first month, without a single pit. On the two "
            "upper floors of the houses at Castle Ditch the showers became weak, and eleven households were given a small pump at the "
            "company's cost."
        ),
    ),
    (
        "j",
        (
            "The same will be done in Greyquay, where the harbour needs full pressure for the ships until midnight. A valve that follows "
            "the clock is not enough there; it must follow the flow. The valve has been bought, and its control is being written by the "
            "two engineers who wrote the comparison of meters."
        ),
    ),
    ("h2", "3.6 The map"),
    (
        "j",
        (
            "The map of the network is older than the network's owner. A third of the valves stand somewhere else than drawn, by up to four "
            "metres, and forty were never drawn. Whenever a pit is opened, its corners are now measured, and the drawing is corrected the "
            "same week. In this way 212 kilometres have been put right. At this pace the map will be true in eleven years; with two more "
            "people it would be six, and the council has been asked for them."
        ),
    ),
    (
        "j",
        "Until then the rule is simple: nobody digs by the map alone. The detector goes first, then the spade, then the machine.",
    ),
    ("one", ""),
    ("h1", "4 Measurements"),
    ("h2", "4.1 Stations"),
    (
        "p",
        (
            "Table 3 lists every measuring station with its annual figures. The stations are ordered by district and number; the last "
            "column is the share of hours with a valid reading. It is long, and it is here on purpose: whoever lives near a station should "
            "find it without asking."
        ),
    ),
    ("place", "stations"),
    ("h2", "4.2 Quality"),
    (
        "p",
        (
            "The laboratory of Bluefen Water and two independent laboratories took 6,214 samples at the tap.{5} The limits are those of "
            "the drinking water order. Nine samples were above a limit, all of them for iron after a repair, and all of them were "
            "within it the next day."
        ),
    ),
    ("place", "quality"),
    (
        "quote",
        "We would rather print a bad number than a good excuse. A number can be compared next year; an excuse cannot.",
    ),
    (
        "p",
        (
            "This sentence stands in the minutes of the council of customers, which read a draft of this report in May and asked for "
            "eleven changes. Ten of them were made."
        ),
    ),
    ("h2", "4.3 The program that compares meters"),
    (
        "p",
        (
            "The comparison of a district with its meters is a short program. It is printed here because it is asked for more "
            "often than anything else. The call {code:slow(readings, supplied)} returns the meters to be looked at, worst first."
        ),
    ),
    ("code", CODE),
    (
        "p",
        (
            "The threshold of three deviations means about four visits in vain each year. See <link href='#h-5' color='#1a4f9c'>chapter 5</link> "
            "for what they cost, and <a href='https://example.org/bluefen/readings' color='#1a4f9c'>the readings of the year</a> for the "
            "data."
        ),
    ),
    ("one", ""),
    ("h1", "5 Money"),
    ("h2", "5.1 Income and expense"),
    (
        "p",
        (
            "Prices did not change. The surplus of 4,118 thousand crowns goes to the reserve for the second crossing at "
            "Millbrook.{6}"
        ),
    ),
    ("place", "money"),
    ("h2", "5.2 Investment"),
    (
        "p",
        (
            "Investment was 38,240 thousand crowns, a tenth more than planned. The three largest works are in the table; the first two are "
            "finished, the third will be in use from the autumn."
        ),
    ),
    ("place", "works"),
    ("h3", "5.2.1 How works are chosen"),
    (
        "p",
        (
            "A work is ranked by the loss it avoids for each crown, and by the number of households that would be without water for more "
            "than a day if it were not done. The second figure comes first: a main without a second way is mended before a leak that is "
            "merely dear."
        ),
    ),
    ("h3", "5.2.2 What was put off"),
    (
        "p",
        (
            "Two works were put off: the new roof of the Hillcrest reservoir, because the old one turned out to be sound, and the change of "
            "meters in Oldhaven, for want of a contractor."
        ),
    ),
    ("one", ""),
    ("h1", "6 The next year"),
    (
        "cols",
        (
            (
                "The plan for the next year has four parts. The listening network grows to 400 loggers, which covers every pipe laid before "
                "1970. The second crossing at Millbrook is finished before the frost. The permit for the wells is renewed for ten years, with "
                "a lower volume and a reserve for dry summers."
            ),
            (
                "The fourth part is small and may matter most. From July the readings of all stations are published every hour instead of every "
                "day, in a form that a program can read and with the errors marked as before. Two schools and a newspaper have asked "
                "for it. So have we."
            ),
            (
                "The risks are the same as in every year: a drought, a frost, a contractor. There is one more. Half of the people who know where "
                "the valves of the old town are will retire within four years, and what they know is on no map. An apprenticeship of "
                "eighteen months has begun, in which every valve is walked to, opened, closed and written down."
            ),
            (
                "We thank the crews who stood in the ditch at Millbrook at fourteen degrees below zero, and the households who brought them "
                "soup."
            ),
        ),
    ),
    ("place", "timeline"),
    ("h1", "Appendix A Terms"),
    ("place", "terms"),
)

STATIONS = (
    (
        "Greyquay",
        (
            "Intake",
            "Filter hall",
            "Pump house",
            "Harbour",
            "Customs Steps",
            "Fish Market",
            "Rope Walk",
            "Lantern Row",
            "Old Dock",
            "Sailmakers",
            "Tidegate",
            "Bellhouse",
        ),
    ),
    (
        "Hillcrest",
        (
            "Reservoir east",
            "Reservoir west",
            "Observatory",
            "Quarry Lane",
            "Goat Path",
            "Chapel Rise",
            "Windmill",
            "Orchard Bank",
            "Upper Terrace",
            "Lower Terrace",
            "Signal Hill",
            "Larch Court",
        ),
    ),
    (
        "Millbrook",
        (
            "Railway",
            "Mill Pond",
            "Weir",
            "Tannery",
            "Bridge Street",
            "Meadow End",
            "Brickworks",
            "Saw Mill",
            "Ferry Cross",
            "Willow Bank",
            "Lock Cottage",
            "Granary",
        ),
    ),
    (
        "Oldhaven",
        (
            "Tollgate",
            "Corn Exchange",
            "Almshouse",
            "Ropery",
            "Market Cross",
            "Friary",
            "Guildhall",
            "Wool Hall",
            "St Orla",
            "Castle Ditch",
            "Spice Lane",
            "Bakehouse",
        ),
    ),
)
