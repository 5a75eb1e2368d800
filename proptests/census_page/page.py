# Reads a census's page as text: whether it is well formed, loads nothing, and says what the JSON says.
# Spec: contract/C17. Layer: proptests/census_page.
from __future__ import annotations

import html.parser
import re

VOID = {"meta", "link", "br", "hr", "img", "input"}
WIDTHS = (8, 10, 11, 12)


def grouped(number):
    return f"{number:,}"


def buckets_of(report):
    """Buckets by the id of the plot that shows them."""
    plots = {"plot-ties": report["boundary_ties"]["population"]["buckets"], "plot-plateau": report["plateau"]["buckets"]}
    for entry in report["bins"]:
        plots[f"plot-bin-{entry['bits']}"] = entry["population"]["buckets"]
    return plots


def marks_of(report, bits):
    return sorted({known["slots"] for known in report["capacities"] if known["bits"] == bits})


def hazards_of(report):
    """(rows, of) of each bar of the plot of hazards, in its order."""
    cuts, all_rows = report["rows"]["with_cut"], report["rows"]["all"]
    bars = [(report["boundary_ties"]["rows"], cuts)]
    bars += [(found["rows"], cuts) for found in report["cut"].values()]
    bars += [(known["exceeded"]["rows"], known["rows_on_path"]) for known in report["capacities"]]
    bars += [(found["rows"], all_rows) for found in report["values"].values()]
    return bars + [(report["rows"]["all_selected"], all_rows)]


class Page(html.parser.HTMLParser):
    """Elements as (tag, attributes, text); what is not well formed in `problems`."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.problems, self.elements, self.open, self.inside = [], [], [], []
        self.feed(text)
        self.close()
        if self.open:
            self.problems.append(f"not closed: {[element['tag'] for element in self.open]}")

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(set(names)) != len(names):
            self.problems.append(f"<{tag}> has an attribute twice")
        element = {"tag": tag, "attributes": dict(attributes), "text": "", "within": list(self.open)}
        self.elements.append(element)
        if tag not in VOID and not self.get_starttag_text().endswith("/>"):
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1]["tag"] != tag:
            self.problems.append(f"</{tag}> closes {self.open[-1]['tag'] if self.open else 'nothing'}")
        else:
            self.open.pop()

    def handle_data(self, data):
        for element in self.open[-1:]:
            element["text"] += data

    def find(self, tag, within=None, **attributes):
        return [element for element in self.elements if element["tag"] == tag
                and all(element["attributes"].get(name.rstrip("_")) == value for name, value in attributes.items())
                and (within is None or any(outer["attributes"].get("id") == within for outer in element["within"]))]

    def table(self, id_):
        rows = []
        for row in self.find("tr", within=id_):
            rows.append([cell["text"] for cell in self.elements
                         if cell["tag"] == "td" and any(outer is row for outer in cell["within"])])
        return [row for row in rows if row]


def loads(page, text):
    """What the page would fetch or run."""
    found = []
    for element in page.elements:
        if element["tag"] in ("script", "iframe", "img", "object", "embed", "audio", "video", "source", "image", "use"):
            found.append(f"<{element['tag']}>")
        for name, value in element["attributes"].items():
            if name in ("src", "href", "xlink:href", "srcset", "action", "data") and not (value or "").startswith("data:,"):
                found.append(f"{name}={value}")
            if name.startswith("on"):
                found.append(f"{name}=")
    for style in page.find("style"):
        found += re.findall(r"@import|url\(", style["text"])
    return found + re.findall(r"https?://", text)


def problems(text, report):
    """All that is wrong with a page that is to show this report."""
    page = Page(text)
    found = list(page.problems) + [f"loads {what}" for what in loads(page, text)]
    ids = [element["attributes"]["id"] for element in page.elements if "id" in element["attributes"]]
    found += [f"id {name} twice" for name in sorted(set(ids)) if ids.count(name) > 1]
    for plot, buckets in buckets_of(report).items():
        bars = [[int(bar["attributes"].get(name, -1)) for name in ("data-least", "data-greatest", "data-rows")]
                for bar in page.find("rect", within=plot, class_="bar")]
        if bars != buckets:
            found.append(f"{plot}: bars {bars}, not {buckets}")
        table = page.table(plot + "-table")
        if table != [[grouped(number) for number in bucket] for bucket in buckets]:
            found.append(f"{plot}: its table differs from the buckets: {table}")
    for bits in WIDTHS:
        marks = [int(line["attributes"].get("data-at", -1)) for line in page.find("line", within=f"plot-bin-{bits}", class_="mark")]
        if report["rows"]["with_cut"] and marks != marks_of(report, bits):
            found.append(f"plot-bin-{bits}: lines at {marks}")
    bars = [(int(bar["attributes"].get("data-rows", -1)), int(bar["attributes"].get("data-of", -1)))
            for bar in page.find("rect", within="plot-hazards", class_="bar")]
    if bars != hazards_of(report):
        found.append(f"plot-hazards: bars {bars}")
    if [row[1:3] for row in page.table("plot-hazards-table")] != [[grouped(a), grouped(b)] for a, b in hazards_of(report)]:
        found.append("plot-hazards: its table differs")
    exceeded = [[row[1], row[2], row[4], row[5]] for row in page.table("capacities")]
    if exceeded != [[str(known["bits"]), grouped(known["slots"]), grouped(known["exceeded"]["rows"]),
                     grouped(known["rows_on_path"])] for known in report["capacities"]]:
        found.append(f"table of capacities: {exceeded}")
    return found
