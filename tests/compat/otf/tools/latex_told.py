# SPDX-License-Identifier: BSD-3-Clause
"""What the LaTeX documents of both otfprofiles tell, without the words they tell it with. The reference's numbers are
hexadecimal, which LaTeX cannot read, and its pictures are other ones; tables, values and colours must be the same."""
import math
import re

HEX = r"-?0x[0-9a-f.]+p[+-]\d+"


def number(text):
    text = text.strip().replace(" ", "")
    return float.fromhex(text) if "0x" in text else float(text)


def plain(cell):
    """A cell without its markup; a number if it is one."""
    cell = cell.strip()
    verb = re.fullmatch(r"\\verb\|(.*)\|", cell)
    text = verb.group(1) if verb else unescaped(re.sub(r"^\\texttt\{(.*)\}$", r"\1", cell))
    try:
        return number(text)
    except ValueError:
        return text


def unescaped(text):
    text = re.sub(r"\\text(backslash|asciitilde|asciicircum)\{\}",
                  lambda m: {"backslash": "\0", "asciitilde": "~", "asciicircum": "^"}[m.group(1)], text)
    text = re.sub(r"(?<!\\)\{([^\\{}])\}", r"\1", text)
    return re.sub(r"\\([#$%&_{}])", r"\1", text).replace("\0", "\\")


def properties(tex):
    found = re.findall(r"\\(?:bf|textbf)\{([^}]*):\} & (?:\\verb\|(.*?)\||\\texttt\{(.*)\})", tex)
    return [(name, re.sub(HEX, lambda m: "%g" % number(m.group()), theirs or unescaped(ours)).replace("  ", " "))
            for name, theirs, ours in found]


def tables(tex):
    """[(caption, rows)]"""
    result = []
    for table in re.finditer(r"\\begin\{longtable\}(.*?)\\end\{longtable\}", tex, re.S):
        before = tex[:table.start()]
        caption = before[max(before.rfind("{\\Large"), before.rfind("{\\large")):].split("\n")[0]
        caption = re.sub(r"\\verb\|(.*?)\|", r"\1", caption)
        caption = unescaped(re.sub(r"\\texttt\{(.*?)\}(?= )", r"\1", caption))
        caption = re.sub(r"\\[Ll]arge\s*|\\bf(series)?\s*|[{}]", "", caption).strip()
        rows = [[plain(cell) for cell in row.group(1).split(" & ")]
                for row in re.finditer(r"^\s*((?:\\verb|\\texttt).*?) *\\\\$", table.group(1), re.M)]
        result.append((caption, rows))
    return result


def charts(tex):
    """{title: ([bars of a series], [(group, least, most)])}"""
    data = {}
    for columns, rows, name in re.findall(r"\\pgfplotstableread\{\n(.*?)\n(.*?)\n\}\\(\w+)", tex, re.S):
        names = columns.split()
        data[name] = [dict(zip(names, map(number, row.split()))) for row in rows.split("\n")]
    result = {}
    for chart in re.findall(r"\\begin\{axis\}(.*?)\\end\{axis\}", tex, re.S):
        title = re.search(r"title=\{?([^,}]*)", chart).group(1).strip()
        bars = [points(text) for text in re.findall(r"\\addplot\[ybar[^\]]*\]\s*coordinates\s*\{([^}]*)\}", chart)]
        marks = re.findall(r"\\addplot\[(?:color=)?black[^\]]*\]\s*coordinates\s*\{([^}\\]*)\}", chart)
        ranges = [points(text) for text in marks]
        for column, name in re.findall(r"\\addplot\[ybar[^\]]*\] table\[x=group,y=(\w+)\] \{\\(\w+)\}", chart):
            bars.append([(row["group"], row[column]) for row in data[name] if row[column]])
            if column + "Min" in data[name][0]:
                ranges += [[(row["group"], row[column + "Min"]), (row["group"], row[column + "Max"])]
                           for row in data[name] if row[column + "Min"] != row[column + "Max"]]
        if any(bars):
            result[title] = (bars, sorted(ranges))
    return result


def points(text):
    return [(float(x), number(y)) for x, y in re.findall(r"\((\d+),([^)]*)\)", text)]


def squares(tex, heading):
    """{(column, row): (red, green, blue)} of a picture."""
    start = tex.find(heading)
    if start < 0:
        return {}
    picture = tex[start:tex.index("\\end{tikzpicture}", start)]
    value = rf"({HEX}|[0-9.]+)"
    colour = rf"red,{value} ?;green,{value};blue,{value}"
    theirs = re.findall(rf"size=1cm,anchor=south west\] at \((\d+),(\d+)\) \[rectangle, fill=\{{rgb,1:{colour}",
                        picture)
    ours = re.findall(rf"\\fill\[fill=\{{rgb,1:{colour}\}}\] \((\d+),(\d+)\)", picture)
    found = [(x, y, rgb) for x, y, *rgb in theirs] + [(x, y, rgb) for *rgb, x, y in ours]
    return {(int(x), int(y)): tuple(map(number, rgb)) for x, y, rgb in found}


def boxes(tex):
    """[(function, logarithmic, min, 1/4, median, 3/4, max)]"""
    logarithmic = r"( \(\$log_\{10\}\$\))?"
    box = "".join([r"\\boxplotlh", r"\{(.*?)\}", r"\{(.*?)\}\{.*?\}" * 3, r"\{(.*?)\}"])
    theirs = re.findall(rf"\\verb\|(.*?)\|{logarithmic}\n{box}", tex)
    values = ".*?".join(rf"t_\{{{name}\}}=(.*?)\$" for name in ("min", "1/4", "med", "3/4", "max"))
    ours = re.findall(rf"\\texttt\{{([^\n]*)\}}{logarithmic} n=[^\n]*\n.*?{values}", tex, re.S)
    theirs += [(unescaped(name), *rest) for name, *rest in ours]
    return [(name, bool(log), *map(number, numbers)) for name, log, *numbers in theirs]


def bars_of_calls(tex):
    """[[(from, to, height)]] of each histogram, as shares of its axes."""
    result = []
    for picture in re.findall(r"\\begin\{tikzpicture\}(.*?)\\end\{tikzpicture\}", tex, re.S):
        found = re.findall(r"\\filldraw\[fill=blue!20\] \(([^,]*),([^)]*)\) rectangle \(([^,]*),([^)]*)\)", picture)
        if found:
            zero = number(found[0][1])
            width = 13.5 if zero else 13
            result.append([((number(a) - zero) / width, (number(b) - zero) / width, (number(top) - zero) / 6)
                           for a, _, b, top in found])
    return result


def same(a, b, tolerance=6e-6):
    """Equal but for the digits that were printed."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key], tolerance) for key in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y, tolerance) for x, y in zip(a, b))
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance)
    return a == b


def first_difference(a, b, tolerance=6e-6):
    if isinstance(a, dict):
        a, b = sorted(a.items()), sorted(b.items())
    for x, y in zip(a, b):
        if not same(x, y, tolerance):
            deeper = isinstance(x, (list, tuple)) and isinstance(y, (list, tuple)) and len(str(x)) > 200
            return first_difference(x, y, tolerance) if deeper else f"reference {x}\nours      {y}"
    return f"{len(a)} there, {len(b)} here"
