# Scores for the tests of the page, and planted defects that they must see.
# Spec: contract/C3. Layer: proptests/census_page.
import numpy as np


def rows():
    """Rows of many kinds, so that each plot has bars and each hazard occurs: [24, 20000] of float32."""
    generator = np.random.default_rng(4)
    scores = generator.standard_normal((24, 20000)).astype(np.float32)
    scores[3:9] = np.maximum(scores[3:9] - 2.5, 0)  # exact zeros at the cut
    scores[9:12] = 1 + generator.random((3, 20000), np.float32) / 5  # one coarse bin
    scores[12] = 80000 + np.arange(20000, dtype=np.float32)  # beyond float16
    scores[13, ::2] = np.inf
    scores[14, 100:] = -np.inf
    scores[15, :5000] = np.nan
    scores[16:20] = np.round(scores[16:20], 1)  # ties
    return scores


def lengths():
    return np.array([20000] * 20 + [0, 100, 512, 513], np.int64)


def planted(page):
    """The page with one defect each, by name."""
    bar = page.index('<rect class="bar" data-least')
    end = page.index("</rect>", bar) + len("</rect>")
    yield "a bar is missing", page[:bar] + page[end:]
    yield "a bar tells another number", page[:bar] + page[bar:].replace('data-rows="', 'data-rows="1', 1)
    cell = page.index('<td class="number">', page.index('id="plot-bin-8-table"'))
    yield "a table tells another number", page[:cell] + page[cell:].replace('<td class="number">', '<td class="number">9', 1)
    yield "a line is missing", page.replace('<line class="mark"', '<line class="none"', 1)
    yield "a hazard tells another number", page.replace('data-of="', 'data-of="7', 1)
    yield "an image is loaded", page.replace("</body>", '<img src="http://127.0.0.1:9/x.png" alt=""></body>')
    yield "a font is loaded", page.replace("<style>", '<style>@font-face { font-family: x; src: url("http://127.0.0.1:9/f"); } '
                                           "h1 { font-family: x; }", 1)
    yield "a script fails", page.replace("</body>", "<script>throw new Error('planted')</script></body>")
