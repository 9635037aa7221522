#!/usr/bin/env python3
"""Writes FoldingTable.swift, the table that Folding.swift reads: python3 generate.py > FoldingTable.swift

For each scalar value, what it is searched as: decomposed, compatibility forms too (wide, narrow, superscript, ligature),
marks dropped, full case folding, letters with a stroke and ligatures as people type them, apostrophes, accents that
stand alone and invisible characters dropped, blanks and punctuation made one of blank and `-`. Hangul syllables are left
out: Folding.swift decomposes them by arithmetic (Unicode 3.12).
"""
import sys
import unicodedata

STROKED = {
    "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "ȷ": "j", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th",
    "ð": "d", "ɖ": "d",
}
# Apostrophes of every kind and the accents that are typed for one, then what nobody sees: soft hyphen, joiners, direction marks, byte order mark.
DROPPED = set("'’‘‛ʼʻʹ′＇`´\u00ad\u034f\u061c\u180e\ufeff\u2060\u2061\u2062\u2063\u2064")
DROPPED |= {chr(c) for r in ((0x200B, 0x2010), (0x202A, 0x202F), (0x2066, 0x2070), (0xFE00, 0xFE10)) for c in range(*r)}
# The ASCII characters that separate words of a query; the others are parts of addresses and words.
SEPARATORS = set(' ,;:"()<>[]{}') | {chr(c) for c in range(32)} | {"\x7f"}
KANA_VOICING = {"\u3099", "\u309a"}
LIMIT = 0x30000
BLOCK = 64


def decomposed(c):
    """The parts of one scalar value, by canonical and compatibility decomposition."""
    category = unicodedata.category(c)
    # Dashes, dots and brackets of other shapes are punctuation as they stand; the wide ones are those of ASCII.
    if category[0] == "P" and not 0xFF01 <= ord(c) <= 0xFF5E:
        return unicodedata.normalize("NFD", c)
    parts = unicodedata.normalize("NFKD", c)
    # An accent that stands alone is a blank with a mark: it separates no words.
    return "" if parts[0] == " " and category[0] != "Z" else parts


def plain(c):
    """One scalar value that is already decomposed and case folded."""
    if c in DROPPED:
        return ""
    if c in STROKED:
        return STROKED[c]
    if ord(c) < 128:
        return " " if c in SEPARATORS else c
    if unicodedata.combining(c) and c not in KANA_VOICING:
        return ""
    category = unicodedata.category(c)
    if category == "Pd":
        return "-"
    if category[0] in "PZ" or category == "Cc":
        return " "
    return c


def once(text):
    out = []
    for c in text:
        if c in DROPPED:
            continue
        for part in decomposed(c):
            part = STROKED.get(part, part)
            for folded in part.casefold():
                out.extend(plain(last) for last in decomposed(folded))
    return "".join(out)


def fold(c):
    text = c
    # What one step gives may itself be one that folds: a modifier letter, a capital among superscripts.
    for _ in range(8):
        folded = once(text)
        if folded == text:
            return text
        text = folded
    raise SystemExit(f"{c!r} does not come to rest")


def main():
    texts = bytearray()
    places = {}
    entries = []
    for code in range(LIMIT):
        c = chr(code)
        if 0xD800 <= code < 0xE000 or 0xAC00 <= code < 0xD7A4:
            entries.append(0)
            continue
        folded = fold(c)
        if folded == c:
            entries.append(0)
        elif folded == "":
            entries.append(1)
        else:
            if folded not in places:
                places[folded] = len(texts) + 2
                raw = folded.encode()
                texts.append(len(raw))
                texts.extend(raw)
            entries.append(places[folded])
    blocks, kept, order = [], {}, []
    for start in range(0, LIMIT, BLOCK):
        block = tuple(entries[start:start + BLOCK])
        if block not in kept:
            kept[block] = len(order)
            order.append(block)
        blocks.append(kept[block])
    assert len(order) < 65536 and max(entries) < 65536

    def rows(name, kind, numbers, note):
        print(f"  /// {note}")
        print(f"  static let {name}: [{kind}] = [")
        line = "   "
        for number in numbers:
            word = f" {number},"
            if len(line) + len(word) > 118:
                print(line)
                line = "   "
            line += word
        print(line)
        print("  ]")

    print("// Written by generate.py (Unicode " + unicodedata.unidata_version + "); do not edit.")
    print()
    print("// swift-format-ignore-file")
    print()
    print("/// What each scalar value is searched as; `Folding` says how the three arrays hang together.")
    print("enum FoldingTable {")
    rows("blocks", "UInt16", blocks, "For each run of 64 scalar values, the number of its run in `entries`.")
    print()
    rows("entries", "UInt16", [e for b in order for e in b],
         "0: stays as it is; 1: dropped; else 2 more than the place of its length and its bytes in `texts`.")
    print()
    rows("texts", "UInt8", texts, "A length, then as many bytes of UTF-8; and so on.")
    print("}")
    print(len(order), "blocks,", len(texts), "bytes of text", file=sys.stderr)


main()
