"""How an episode of a WebArena task ends well, by its own references, and typed edits of that."""

from urllib.parse import urlsplit, urlunsplit

from tau_edits import edit

EDITS = (
    edit("do_nothing", "no answer, on an empty page", "degrading", "null"),
    edit("constant_na", "the answer N/A, whatever is asked", "degrading", "null"),
    edit("fabricated", "another answer", "degrading", "battery"),
    edit("one_missing", "one of several required phrases is left out", "degrading", "battery"),
    edit("other_page", "another page of the same site", "degrading", "battery"),
    edit("query_dropped", "the page without its query", "degrading", "battery"),
    edit("candidates_listed", "wrong candidates are named beside the right answer", "degrading"),
    edit("negated", "the answer is denied", "degrading"),
    edit("digits_glued", "the answer stands inside longer numbers", "degrading"),
    edit("path_longer", "the address goes on behind the right one", "degrading"),
    edit("other_host", "another host, with the right address as its path", "degrading"),
    edit("upper_case", "the answer in capitals", "equivalent"),
    edit("in_quotes", "the answer in quotation marks", "equivalent"),
    edit("spaces_around", "white space around the answer", "equivalent"),
    edit("full_stop", "a full stop after the answer", "equivalent"),
    edit("sentence", "a sentence around the answer", "equivalent"),
    edit("slash_after", "a slash after the address", "equivalent"),
)


def references(config):
    """What the answer is compared with: exact text, required phrases, or phrases for the judge."""
    given = config["eval"]["reference_answers"] or {}
    found = []
    for value in given.values():
        found += value if isinstance(value, list) else [value]
    return found


def has(config, check):
    return check in config["eval"]["eval_types"]


def correct(config):
    answer = "; ".join(references(config)) if has(config, "string_match") else ""
    url = config["eval"]["reference_url"].split(" |OR| ")[0] if has(config, "url_match") else ""
    return {"answer": answer, "url": url}


def denied(answer, _config):
    return f"It is definitely not {answer}"


def one_missing(_answer, config):
    phrases = references(config)
    return "; ".join(phrases[1:]) if len(phrases) > 1 else None


def glued(_answer, config):
    phrases = references(config)
    return "; ".join(f"7{phrase}7" for phrase in phrases) if any(p.strip()[:1].isdigit() for p in phrases) else None


ANSWERS = {
    "fabricated": lambda answer, config: "zzq fabricated",
    "one_missing": one_missing,
    "candidates_listed": lambda answer, config: f"{answer}; or zzq; or 12345678; or none of them",
    "negated": denied,
    "digits_glued": glued,
    "upper_case": lambda answer, config: answer.upper(),
    "in_quotes": lambda answer, config: f'"{answer}"',
    "spaces_around": lambda answer, config: f"  {answer} ",
    "full_stop": lambda answer, config: f"{answer}.",
    "sentence": lambda answer, config: f"The answer is {answer}",
}


def other_page(parts):
    return urlunsplit((parts.scheme, parts.netloc, "/zzq", parts.query, ""))


def longer(parts):
    """The check drops a slash at the end of an address, and none before a query."""
    return (parts.path if parts.query else parts.path.rstrip("/")) + "asdf"


ADDRESSES = {
    "other_page": lambda parts, url: other_page(parts),
    "query_dropped": lambda parts, url: urlunsplit((*parts[:3], "", "")) if parts.query else None,
    "path_longer": lambda parts, url: urlunsplit((*parts[:2], longer(parts), parts.query, "")),
    "other_host": lambda parts, url: urlunsplit(("http", "evil.test", f"/{parts.netloc}{parts.path}", parts.query, "")),
    "slash_after": lambda parts, url: f"{url}/",
}

NOTHING = {"do_nothing": {"answer": "", "url": ""}, "constant_na": {"answer": "N/A", "url": ""}}


def apply(name, config):
    if name in NOTHING:
        return [(NOTHING[name], "whole")]
    good = correct(config)
    if name in ANSWERS and has(config, "string_match"):
        made = ANSWERS[name](good["answer"], config)
        return [] if made is None or made == good["answer"] else [({**good, "answer": made}, "answer")]
    if name in ADDRESSES and has(config, "url_match"):
        made = ADDRESSES[name](urlsplit(good["url"]), good["url"])
        return [] if made is None or made == good["url"] else [({**good, "url": made}, "url")]
    return []
