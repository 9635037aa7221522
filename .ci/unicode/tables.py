#!/usr/bin/env python3
"""Writes the tables of Sources/Fields/Tokens and Sources/Fields/Layout from the Unicode data that Python carries.

Run it as `python3 .ci/unicode/tables.py` from the top of the repository; `FoldingTests`, `CellsTests` and
`TextDirectionTests` check what it wrote.
"""
import unicodedata

FOLDER = "Sources/Fields/Tokens/"
LAYOUT = "Sources/Fields/Layout/"
HEAD = f"// Written by .ci/unicode/tables.py from Unicode {unicodedata.unidata_version}; do not edit.\n\n"


def rows(values, width=120, indent="    "):
    lines, line = [], indent
    for value in values:
        piece = f"{value}, "
        if len((line + piece).rstrip()) > width:
            lines.append(line.rstrip())
            line = indent
        line += piece
    lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def scalars():
    return (c for c in range(0x80, 0x110000) if not 0xD800 <= c < 0xE000)


def composition():
    split = {}
    for code in scalars():
        mapping = unicodedata.decomposition(chr(code))
        if mapping and not mapping.startswith("<"):
            split[code] = [int(part, 16) for part in mapping.split()]
    joined = sorted(
        (parts[0], parts[1], code)
        for code, parts in split.items()
        if len(parts) == 2 and unicodedata.normalize("NFC", chr(code)) == chr(code)
    )
    text = HEAD
    text += "/// Canonical decompositions and compositions of Unicode (UAX #15), those of Hangul aside.\nenum CompositionTable {\n"
    text += "  /// Triples in order of the first: a character, and the one or two (else 0) that it is made of.\n"
    text += "  static let splits: [UInt32] = [\n"
    text += rows(f"0x{x:x}" for code in sorted(split) for x in (code, *split[code], 0)[:3])
    text += "  ]\n\n  /// Triples in order of the first two: two characters, and the one that they make.\n"
    text += "  static let joins: [UInt32] = [\n"
    text += rows(f"0x{x:x}" for triple in joined for x in triple)
    text += "  ]\n}\n"
    open(FOLDER + "CompositionTable.swift", "w").write(text)


def folding():
    single, several = [], []
    for code in scalars():
        folded = chr(code).casefold()
        if folded != chr(code):
            (single if len(folded) == 1 else several).append((code, [ord(c) for c in folded]))
    runs = []
    for code, (target,) in single:
        delta = target - code
        if runs and runs[-1][3] == delta and runs[-1][1] < code:
            first, last, step, _ = runs[-1]
            gap = code - last
            if gap <= 2 and (step == 0 or step == gap):
                runs[-1] = [first, code, gap, delta]
                continue
        runs.append([code, code, 0, delta])
    text = HEAD + "/// Full case folding of Unicode beyond ASCII (CaseFolding.txt, status C and F).\nenum FoldingTable {\n"
    text += "  /// Fours in order of the first: the first and last character of a run, the step between them, and what is added.\n"
    text += "  static let runs: [Int32] = [\n"
    text += rows(x for first, last, step, delta in runs for x in (f"0x{first:x}", f"0x{last:x}", max(step, 1), delta))
    text += "  ]\n\n  /// Fours in order of the first: a character, and the two or three (else 0) that it becomes.\n"
    text += "  static let expansions: [UInt32] = [\n"
    text += rows(f"0x{x:x}" for code, parts in several for x in (code, *parts, 0)[:4])
    text += "  ]\n}\n"
    open(FOLDER + "FoldingTable.swift", "w").write(text)


def cells():
    # Blocks whose free places are kept for wide characters (EastAsianWidth.txt).
    kept = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]
    runs = []
    for code in scalars():
        # Python calls what is no character wide.
        is_wide = unicodedata.east_asian_width(chr(code)) in "WF" and unicodedata.category(chr(code)) != "Cn"
        if not is_wide and not any(a <= code <= b for a, b in kept):
            continue
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    text = HEAD + "/// Characters that take two cells: wide and fullwidth ones (UAX #11).\nenum CellTable {\n"
    text += "  /// Pairs in order: the first and the last character of a run.\n"
    text += "  static let wide: [UInt32] = [\n"
    text += rows(f"0x{x:x}" for run in runs for x in run)
    text += "  ]\n}\n"
    open(LAYOUT + "CellTable.swift", "w").write(text)


def direction():
    # Only letters are asked about, so a run goes on over whatever else stands between two of them.
    runs, last = {"R": [], "N": []}, None
    for code in scalars():
        if not unicodedata.category(chr(code)).startswith("L"):
            continue
        bidi = unicodedata.bidirectional(chr(code))
        kind = "R" if bidi in ("R", "AL") else "L" if bidi == "L" else "N"
        if kind != "L" and kind == last:
            runs[kind][-1][1] = code
        elif kind != "L":
            runs[kind].append([code, code])
        last = kind
    text = HEAD + "/// Letters that do not run from left to right (UAX #9); of other characters it says nothing.\nenum DirectionTable {\n"
    text += "  /// Pairs in order: the first and the last letter of a run from right to left (R and AL).\n"
    text += "  static let rightToLeft: [UInt32] = [\n"
    text += rows(f"0x{x:x}" for run in runs["R"] for x in run)
    text += "  ]\n\n  /// Pairs in order: the first and the last letter of a run that has no direction.\n"
    text += "  static let neutral: [UInt32] = [\n"
    text += rows(f"0x{x:x}" for run in runs["N"] for x in run)
    text += "  ]\n}\n"
    open(LAYOUT + "DirectionTable.swift", "w").write(text)


composition()
folding()
cells()
direction()
