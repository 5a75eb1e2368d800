# The page in headless Chromium: no request, no message, plots in the document and in sight, light and dark.
# Spec: contract/C17. Layer: proptests/census_page.
import json
import pathlib
import urllib.parse

from selenium import webdriver  # without Selenium and Chromium this test fails, it is not skipped
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

import made
import page
import support

# Everything that is looked at, in one go: what is drawn, and where.
LOOK = """
const box = element => { const r = element.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; };
const plots = {};
for (const svg of document.querySelectorAll("svg")) {
  plots[svg.id] = {box: box(svg), title: svg.querySelector("title").textContent,
    bars: [...svg.querySelectorAll(".bar")].map(bar => ({data: {...bar.dataset}, box: box(bar),
      fill: getComputedStyle(bar).fill})),
    marks: [...svg.querySelectorAll(".mark")].map(mark => ({at: Number(mark.dataset.at), box: box(mark)})),
    words: [...svg.querySelectorAll("text")].map(word => box(word))};
}
return {plots, ink: getComputedStyle(document.body).color, paper: getComputedStyle(document.body).backgroundColor,
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  tables: [...document.querySelectorAll("table")].map(table => [table.id, table.tBodies[0].rows.length])};
"""


def start(scheme="light", script=True):
    options = Options()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1100,900",
                 "--disable-background-networking", "--disable-component-update", "--no-first-run"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.binary_location = "/usr/bin/chromium"
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                            {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    return browser


def inside(box, outer):
    """Half a pixel is what rounding to the screen moves an edge by."""
    return (box[0] >= outer[0] - 0.5 and box[1] >= outer[1] - 0.5 and box[0] + box[2] <= outer[0] + outer[2] + 0.5
            and box[1] + box[3] <= outer[1] + outer[3] + 0.5)


def requests_of(browser, url):
    """Addresses that were asked for, beside the page's own and its empty icon."""
    found = []
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked = message["params"]["request"]["url"]
            if asked not in (url, "data:,"):
                found.append(asked)
    return found


def seen_problems(browser, path, report):
    """What is wrong with the page as it is shown."""
    url = "file://" + urllib.parse.quote(str(path))
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(url)
    shown = browser.execute_script(LOOK)
    found = [f"asks for {asked}" for asked in requests_of(browser, url)]
    found += [f"says {entry['message']}" for entry in browser.get_log("browser")]
    plots = shown["plots"]
    for plot, buckets in page.buckets_of(report).items():
        bars = plots[plot]["bars"]
        numbers = [[int(bar["data"][name]) for name in ("least", "greatest", "rows")] for bar in bars]
        if numbers != buckets:
            found.append(f"{plot}: {len(numbers)} bars, {len(buckets)} buckets: {numbers}")
        # Bars of more rows are drawn taller, those of as many as tall.
        order = sorted(bars, key=lambda bar: int(bar["data"]["rows"]))
        for less, more in zip(order, order[1:]):
            if int(less["data"]["rows"]) < int(more["data"]["rows"]) and not less["box"][3] < more["box"][3]:
                found.append(f"{plot}: a bar of {more['data']['rows']} rows is no taller than one of {less['data']['rows']}")
    for bits in page.WIDTHS:
        shown_plot = plots[f"plot-bin-{bits}"]
        if [mark["at"] for mark in shown_plot["marks"]] != page.marks_of(report, bits):
            found.append(f"plot-bin-{bits}: lines at {[mark['at'] for mark in shown_plot['marks']]}")
        # A bucket that lies beyond a capacity is drawn to the right of its line, one within it to the left.
        for mark in shown_plot["marks"]:
            for bar in shown_plot["bars"]:
                middle = bar["box"][0] + bar["box"][2] / 2
                if int(bar["data"]["least"]) >= mark["at"] and middle < mark["box"][0]:
                    found.append(f"plot-bin-{bits}: {bar['data']['least']} is drawn left of {mark['at']}")
                if int(bar["data"]["greatest"]) <= mark["at"] and middle > mark["box"][0]:
                    found.append(f"plot-bin-{bits}: {bar['data']['greatest']} is drawn right of {mark['at']}")
    hazards = [(int(bar["data"]["rows"]), int(bar["data"]["of"])) for bar in plots["plot-hazards"]["bars"]]
    if hazards != page.hazards_of(report):
        found.append(f"plot-hazards: {hazards}")
    for name, shown_plot in plots.items():
        if shown_plot["box"][2] < 300 or not shown_plot["title"]:
            found.append(f"{name}: is {shown_plot['box'][2]} wide, titled {shown_plot['title']!r}")
        for part in [bar["box"] for bar in shown_plot["bars"]] + [mark["box"] for mark in shown_plot["marks"]] + shown_plot["words"]:
            if not inside(part, shown_plot["box"]):
                found.append(f"{name}: something is drawn outside of it: {part}")
        if any(bar["fill"] in ("none", shown["paper"]) for bar in shown_plot["bars"]):
            found.append(f"{name}: bars cannot be seen")
    if shown["wide"] > 0:
        found.append(f"the page is {shown['wide']} pixels wider than the window")
    if shown["ink"] == shown["paper"]:
        found.append("words cannot be seen")
    return found, shown


class InChromium(support.Case):
    @classmethod
    def setUpClass(cls):
        cls.browsers = {scheme: start(scheme) for scheme in ("light", "dark")}

    @classmethod
    def tearDownClass(cls):
        for browser in cls.browsers.values():
            browser.quit()

    def made(self):
        scores, lengths = self.save("scores.npy", made.rows()), self.save("lengths.npy", made.lengths())
        report = json.loads(self.succeeds("census", "--scores", scores, "--lengths", lengths, "--k", 512, "--json",
                                          "--html", self.path("page.html")))
        return pathlib.Path(self.path("page.html")), report

    def test_it_is_shown_as_the_json_says_in_light_and_in_dark(self):
        path, report = self.made()
        papers = set()
        for scheme, browser in self.browsers.items():
            found, shown = seen_problems(browser, path, report)
            self.assertEqual(found, [], scheme)
            papers.add(shown["paper"])
        self.assertEqual(len(papers), 2, "light and dark are one")

    def test_tables_open_and_hold_a_line_a_bucket(self):
        path, report = self.made()
        browser = self.browsers["light"]
        _, shown = seen_problems(browser, path, report)
        lines = dict(shown["tables"])
        for plot, buckets in page.buckets_of(report).items():
            self.assertEqual(lines[plot + "-table"], len(buckets))
        summary = browser.find_element("css selector", "figure summary")
        table = browser.find_element("css selector", "figure table")
        visible = lambda: browser.execute_script("return arguments[0].checkVisibility()", table)
        self.assertFalse(visible())
        summary.click()
        self.assertTrue(visible())

    def test_a_narrow_window_does_not_cut_it_off(self):
        path, report = self.made()
        browser = self.browsers["light"]
        browser.set_window_size(520, 900)
        try:
            found, _ = seen_problems(browser, path, report)
            self.assertEqual(found, [])
        finally:
            browser.set_window_size(1100, 900)

    def test_planted_defects_are_seen(self):
        path, report = self.made()
        text = path.read_text(encoding="utf-8")
        browser = self.browsers["light"]
        for name, broken in made.planted(text):
            if name == "a table tells another number":
                continue  # seen by the test without a browser, which reads the tables
            path.write_text(broken, encoding="utf-8")
            found, _ = seen_problems(browser, path, report)
            self.assertNotEqual(found, [], name)
        flat = text.replace("svg .bar { fill: var(--bar); }", "svg .bar { fill: none; }")
        far = text.replace('<line class="mark" data-at="16384" x1="', '<line class="mark" data-at="16384" x1="9', 1)
        for broken in (flat, far):
            self.assertNotEqual(broken, text)
            path.write_text(broken, encoding="utf-8")
            self.assertNotEqual(seen_problems(browser, path, report)[0], [])


if __name__ == "__main__":
    support.main()
