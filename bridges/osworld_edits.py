"""Invented truth for OSWorld's metrics: the metric, a result that is right, its rules. And typed edits of a result."""

from tau_edits import edit

CASES = {
    "exact": ("exact_match", "Quiet Kettle 3.5 l", {"expected": "Quiet Kettle 3.5 l"}),
    "literal": ("literal_match", "42", "42"),
    "literal-list": ("literal_match", ["a", "b"], ["a", "b"]),
    "in-list": ("match_in_list", "blue", {"expected": ["blue", "navy blue"]}),
    "in-text": ("match_in_list", "navy blue", {"expected": "navy blue"}),
    "list-holds": ("is_in_list", ["beta"], {"expected": "beta"}),
    "include": ("check_include_exclude", "true", {"include": ["true"], "exclude": ["error"]}),
    "include-many": ("check_include_exclude", "rows 12, columns 4", {"include": ["rows 12", "columns 4"], "exclude": []}),
    "json-object": ("check_direct_json_object", {"price": "12.50", "seat": "4A"}, {"expected": {"price": "12.50", "seat": "4A"}}),
    "json-part": (
        "check_direct_json_object",
        {"city": "New York", "mode": "rail"},
        {"expected": {"city": "New York", "mode": "rail"}, "expect_in_result": True},
    ),
    "extensions": ("is_expected_installed_extensions", ["reader", "blocker"], {"expected": ["reader", "blocker"]}),
    "cookies": ("is_cookie_deleted", [["sid", "1", "other.test"]], {"type": "domains", "domains": ["shop.test"]}),
    "history": (
        "check_history_deleted",
        [["http://other.test/a", "A", 1]],
        {"type": "keywords", "keywords": ["shop.test"]},
    ),
    "font-size": ("check_font_size", {"default_font_size": 24}, {"type": "value", "value": 24}),
    "experiments": ("check_enabled_experiments", ["dark-mode@1"], {"type": "names", "names": ["dark-mode"]}),
    "favourites": ("check_gnome_favorite_apps", "['mail.desktop', 'files.desktop']", {"expected": ["mail.desktop", "files.desktop"]}),
    "utc": ("is_utc_0", "a\nb\nc\n Time zone: Etc/UTC (UTC, +0000)"),
    "enlarged": ("check_text_enlarged", "1.25"),
    "pictures": (
        "check_moved_jpgs",
        {"children": [{"name": "one.jpg"}, {"name": "two.jpg"}]},
        {"expected": ["one.jpg", "two.jpg"]},
    ),
    "document": ("compare_docx_files", "made.docx", "expected.docx"),
    "pages": ("check_pdf_pages", "made.pdf", {"relation": "eq", "ref_value": 3}),
}

EDITS = (
    edit("empty", "nothing of the same type", "degrading", "null"),
    edit("fabricated", "other values of the same type", "degrading", "battery"),
    edit("part_missing", "one item or field is left out", "degrading", "battery"),
    edit("value_changed", "one value is another", "degrading", "battery"),
    edit("embedded", "the text inside a longer word", "degrading"),
    edit("negated", "the text is denied", "degrading"),
    edit("first_letters", "the first half of the text", "degrading"),
    edit("item_added", "an item or field that nobody asked for", "degrading"),
    edit("spaces_around", "white space around the text", "equivalent"),
    edit("reordered", "items in another order", "equivalent"),
)


def junk(value):
    """Another value of the same type all through."""
    if isinstance(value, dict):
        return {key: junk(one) for key, one in value.items()}
    if isinstance(value, list):
        return [junk(one) for one in value]
    if isinstance(value, str):
        return "zzq" if not value.startswith("[") else "['zzq.desktop']"
    return value + 1000


def missing(value):
    if isinstance(value, list):
        return value[1:] if len(value) > 1 else None
    if isinstance(value, dict):
        return dict(list(value.items())[1:]) if len(value) > 1 else None
    return None


def changed(value):
    if isinstance(value, list):
        return [junk(value[0]), *value[1:]]
    if isinstance(value, dict):
        key = next(iter(value))
        return {**value, key: junk(value[key])}
    return None


def added(value):
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return [*value, "zzq"]
    return {**value, "zzq": "zzq"} if isinstance(value, dict) else None


def on_text(change):
    return lambda value: change(value) if isinstance(value, str) and value and not value.startswith("[") else None


EMPTY = {str: "", list: [], dict: {}}
CHANGES = {
    "fabricated": junk,
    "part_missing": missing,
    "value_changed": changed,
    "embedded": on_text(lambda text: f"un{text}s"),
    "negated": on_text(lambda text: f"not {text}"),
    "first_letters": on_text(lambda text: text[: len(text) // 2] if len(text) > 3 else None),
    "item_added": added,
    "spaces_around": on_text(lambda text: f" {text} "),
    "reordered": lambda value: value[::-1] if isinstance(value, list) and len(value) > 1 else None,
}
# What these hold is what is left after a deletion: other contents are as right, so only some edits make them worse.
LEFT_OVER = ("sid", "http://other.test/a")


def is_left_over(value):
    return isinstance(value, list) and bool(value) and isinstance(value[0], list) and value[0][0] in LEFT_OVER


def apply(name, value):
    if name == "empty":
        return [(EMPTY[type(value)], "whole")]
    if is_left_over(value):
        return []
    made = CHANGES[name](value)
    return [] if made is None or made == value else [(made, "result")]
