"""Submissions for tau-bench: the gold actions of a task with its outputs spoken, and typed edits of them."""

import copy


def edit(name, title, label, group="kernel"):
    return {"id": name, "title": title, "label": label, "group": group}


EDITS = (
    edit("do_nothing", "no action and no reply", "degrading", "null"),
    edit("corrupt_write", "one write has another value that the tool accepts", "degrading", "battery"),
    edit("last_write_omitted", "the last write is left out", "degrading", "battery"),
    edit("outputs_omitted", "required outputs are not said", "degrading", "battery"),
    edit("outputs_wrong", "required outputs are said wrongly", "degrading", "battery"),
    edit("outputs_negated", "each required output is denied", "degrading"),
    edit("outputs_glued", "each required output stands inside a longer number", "degrading"),
    edit("writes_only", "no authentication and no lookup, the writes alone", "undecided"),
    edit("last_write_repeated", "the last write is made twice", "undecided"),
    edit("thousands_separators", "required outputs are written with thousands separators", "equivalent"),
)


def respond(text):
    return {"name": "respond", "kwargs": {"content": text}}


def spoken(outputs):
    return [respond("The answer: " + "; ".join(outputs))] if outputs else []


def grouped(text):
    """A number with thousands separators; any other text as it is."""
    whole, point, rest = text.partition(".")
    return f"{int(whole):,}{point}{rest}" if whole.isdigit() and not whole.startswith("0") else text


def wrong(text):
    """Another value that does not hold the true one as a part."""
    try:
        return f"{float(text) * 1.3 + 11.11:.2f}"
    except ValueError:
        return text[::-1] + "zq"


def glued(text):
    return f"7{text}7"


SPEECH = {
    "outputs_omitted": lambda outputs: [],
    "outputs_wrong": lambda outputs: [respond("The answer: " + "; ".join(map(wrong, outputs)))],
    "outputs_negated": lambda outputs: [respond("It is definitely not " + " nor ".join(outputs))],
    "outputs_glued": lambda outputs: [respond(" ".join(map(glued, outputs)))],
    "thousands_separators": lambda outputs: [respond("; ".join(map(grouped, outputs)))],
}

OTHERS = {
    "no longer needed": "ordered by mistake",
    "ordered by mistake": "no longer needed",
    "business": "economy",
    "economy": "business",
    "basic_economy": "economy",
    "yes": "no",
    "no": "yes",
}


# A user has a few orders and payment methods, and a product a few variants; larger groups say nothing of their members.
MOST_SIBLINGS = 40
SIBLINGS_TRIED = 8


def siblings_in(data):
    """For each text of the data what stands beside it: keys of the smallest table, then the smallest list or field."""
    tables, lists = {}, {}

    def note(groups, members):
        texts = [member for member in members if isinstance(member, str)]
        if 1 < len(texts) <= MOST_SIBLINGS:
            for text in texts:
                if text not in groups or len(texts) < len(groups[text]):
                    groups[text] = texts

    def walk(value):
        if isinstance(value, dict):
            if all(isinstance(inner, dict) for inner in value.values()):
                note(tables, value)
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            note(lists, value)
            rows = [item for item in value if isinstance(item, dict)]
            for name in {name for row in rows for name in row}:
                note(lists, [row.get(name) for row in rows])
            for inner in value:
                walk(inner)

    walk(data)
    beside = {**lists, **tables}
    return {text: [*dict.fromkeys([*tables.get(text, ())[:6], *lists.get(text, ())[:6]])] for text in beside}


def variants(value, siblings):
    """Values of the same shape, likeliest to be accepted by a tool first."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        others = [OTHERS[value]] if value in OTHERS else [text for text in siblings.get(value, ()) if text != value]
        yield from others[:SIBLINGS_TRIED] or [f"{value} X9"]
    elif isinstance(value, list):
        if len(value) > 1:
            yield value[:-1]
            yield value[1:]
        if value and isinstance(value[0], str):
            for other in variants(value[0], siblings):
                yield [other, *value[1:]]


def corruptions(action, siblings):
    for key in sorted(action["kwargs"], key=lambda name: name.endswith("id")):
        for value in variants(action["kwargs"][key], siblings):
            made = copy.deepcopy(action)
            made["kwargs"][key] = value
            yield made, key


def first_executable(actions, writes, changes, siblings):
    """The first corrupted write that the tool accepts and that leaves other data than the gold and than nothing."""
    for at in writes:
        without = actions[:at] + actions[at + 1 :]
        for made, key in corruptions(actions[at], siblings):
            other = actions[:at] + [made] + actions[at + 1 :]
            if changes(other, actions) and changes(other, without):
                return other, f"actions[{at}].kwargs.{key}"
    return None


def writes_of(name, actions, outputs, writes, changes, siblings):
    if name == "corrupt_write":
        return first_executable(actions, writes, changes, siblings)
    if name == "writes_only":
        kept = [action for at, action in enumerate(actions) if at in writes]
        return kept, "actions"
    if not writes:
        return None
    last = writes[-1]
    if name == "last_write_omitted":
        return actions[:last] + actions[last + 1 :], f"actions[{last}]"
    return actions[: last + 1] + [actions[last]] + actions[last + 1 :], f"actions[{last}]"


def apply(name, actions, outputs, writes, changes, siblings):
    """Every submission that the edit makes, with the place that it changed. `writes` are positions that change data."""
    if name == "do_nothing":
        return [({"actions": []}, "actions")]
    if name in SPEECH:
        if not outputs:
            return []
        return [({"actions": actions + SPEECH[name](outputs)}, "replies")]
    made = writes_of(name, actions, outputs, writes, changes, siblings)
    return [] if made is None else [({"actions": made[0] + spoken(outputs)}, made[1])]
