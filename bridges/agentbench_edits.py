"""Typed edits of answers to AgentBench's database, shell and knowledge graph tasks."""

import re

from tau_edits import edit

EDITS = (
    edit("empty", "nothing is answered", "degrading", "null"),
    edit("fabricated", "another answer of the same type", "degrading", "battery"),
    edit("number_changed", "the first number is greater by one", "degrading", "battery"),
    edit("entity_replaced", "one entity is another", "degrading", "battery"),
    edit("entity_missing", "one of several entities is left out", "degrading", "battery"),
    edit("near_number", "a number that differs by 0.009", "degrading"),
    edit("code_for_answer", "code that gives the answer, for the grader to run", "degrading"),
    edit("percent_for_number", "a percent sign after the number", "degrading"),
    edit("no_value_for_zero", "no value where the answer is zero or none", "degrading"),
    edit("item_repeated", "an item of a list of values is there twice", "degrading"),
    edit("digits_glued", "the answer stands inside a longer number", "degrading"),
    edit("negated", "the answer is denied", "degrading"),
    edit("entity_added", "an entity too many", "degrading"),
    edit("spaces_around", "white space around the answer", "equivalent"),
    edit("trailing_zero", "a number with a further decimal zero", "equivalent"),
    edit("thousands_separators", "a number with thousands separators", "equivalent"),
    edit("upper_case", "the answer in capitals", "equivalent"),
    edit("full_stop", "a full stop after the answer", "equivalent"),
    edit("in_list", "the answer as a list of one", "equivalent"),
    edit("entities_reversed", "the entities in another order", "equivalent"),
)

NUMBER = re.compile(r"-?\d+(\.\d+)?")
NOTHING = {"0", "0.0", "none", "null", ""}


def is_number(answer):
    return NUMBER.fullmatch(answer) is not None


def changed(answer):
    return re.sub(r"\d+", lambda found: str(int(found[0]) + 1), answer, count=1)


def grouped(answer):
    whole, point, rest = answer.partition(".")
    return f"{int(whole):,}{point}{rest}" if is_number(answer) else answer


def repeated(answer):
    return answer[:-1] + ", " + answer[1:] if answer.startswith('["') else None


TEXTS = {
    "fabricated": lambda a: "987654" if is_number(a) else "zzq fabricated",
    "number_changed": changed,
    "near_number": lambda a: f"{float(a) + 0.009:.6g}" if is_number(a) and abs(float(a)) < 1000 else None,
    "percent_for_number": lambda a: f"{a}%" if is_number(a) else None,
    "no_value_for_zero": lambda a: "undefined" if a.lower() in NOTHING else None,
    "item_repeated": repeated,
    "digits_glued": lambda a: f"7{a}7" if is_number(a) else None,
    "negated": lambda a: f"not {a}",
    "spaces_around": lambda a: f"  {a} ",
    "trailing_zero": lambda a: (f"{a}0" if "." in a else f"{a}.0") if is_number(a) else None,
    "thousands_separators": grouped,
    "upper_case": lambda a: a.upper() if not a.startswith("[") else None,
    "full_stop": lambda a: f"{a}." if not is_number(a) and not a.startswith("[") else None,
}
DATABASE = {
    "code_for_answer": lambda a: f"[(lambda: {a!r})()]",
    "in_list": lambda a: f"[{a!r}]" if not a.startswith("[") else None,
}
LISTS = {
    "fabricated": lambda items: ["zzq"],
    "entity_replaced": lambda items: [*items[1:], "zzq"],
    "entity_missing": lambda items: items[1:] if len(items) > 1 else None,
    "entity_added": lambda items: [*items, "zzq"],
    "entities_reversed": lambda items: items[::-1] if len(items) > 1 else None,
}


def apply(name, kind, correct):
    if name == "empty":
        return [([] if kind == "graph" else "", "whole")]
    known = LISTS if kind == "graph" else {**TEXTS, **(DATABASE if kind == "database" else {})}
    if name not in known or not correct:
        return []
    made = known[name](correct)
    return [] if made is None or made == correct else [(made, "answer")]
