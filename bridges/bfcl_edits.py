"""Submissions for BFCL: the correct calls of an entry, and typed edits of them at every place where each applies."""

import copy
import re


def edit(name, title, label, group="kernel"):
    return {"id": name, "title": title, "label": label, "group": group}


EDITS = (
    edit("value_corrupt", "the first argument is changed", "degrading", "battery"),
    edit("fabricated", "every argument is made up, in its type", "degrading", "battery"),
    edit("wrong_name", "the function has another name", "degrading", "battery"),
    edit("empty_args", "the call has no arguments", "degrading", "battery"),
    edit("no_call", "no function is called", "degrading", "null"),
    edit("times_to_divide", "* becomes / in a formula", "degrading"),
    edit("power_to_times", "** becomes * in a formula", "degrading"),
    edit("minus_to_times", "- becomes * in a formula", "degrading"),
    edit("plus_to_times", "+ becomes * in a formula", "degrading"),
    edit("decimal_point_dropped", "a decimal point is dropped inside a string", "degrading"),
    edit("minus_sign_dropped", "the sign of a number inside a string is dropped", "degrading"),
    edit("bool_for_int_in_dict", "true or false stands for one or zero inside a dict", "degrading"),
    edit("int_for_bool_in_dict", "one or zero stands for true or false inside a dict", "degrading"),
    edit("first_call_for_last", "the last call is replaced by a copy of the first", "degrading"),
    edit("extra_call", "the first call is made twice", "degrading"),
    edit("empty_list_for_optional", "an optional list is given and empty, where it may be left out", "undecided"),
    edit("empty_dict_for_optional", "an optional dict is given and empty, where it may be left out", "undecided"),
    edit("dash_for_optional", "an optional string is given as a dash, where it may be left out", "undecided"),
    edit("punctuation_appended", "a full stop is appended to a string", "equivalent"),
    edit("upper_case", "a string is written in capitals", "equivalent"),
    edit("integral_float_for_int", "an integer is written as a float of the same value", "equivalent"),
    edit("int_for_float", "a float of integral value is written as an integer", "equivalent"),
    edit("ints_for_float_list", "a list of integral floats is written in integers", "equivalent"),
    edit("calls_reversed", "the calls come in reverse order", "equivalent"),
)

ABSENT = object()
JUNK = {int: 987654, float: 98765.5, str: "fabricated value"}


def first_option(options):
    """The first value that is not the mark of an optional parameter."""
    return next((option for option in options if option != ""), ABSENT)


def plain(option):
    """A value without the lists of options that stand inside dicts."""
    if isinstance(option, dict):
        chosen = {key: first_option(values) if isinstance(values, list) else values for key, values in option.items()}
        return {key: value for key, value in chosen.items() if value is not ABSENT}
    if isinstance(option, list):
        return [plain(item) if isinstance(item, dict) else item for item in option]
    return option


def correct_call(answer):
    ((name, parameters),) = answer.items()
    chosen = {key: first_option(options) for key, options in parameters.items()}
    return {name: {key: plain(value) for key, value in chosen.items() if value is not ABSENT}}


def correct(answers):
    return [correct_call(answer) for answer in answers]


def corrupted(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, str):
        return value + "zzq"
    if isinstance(value, list):
        return [corrupted(value[0]), *value[1:]] if value else ["zzq"]
    if isinstance(value, dict) and value:
        first = next(iter(value))
        return {**value, first: corrupted(value[first])}
    return "zzq"


def invented(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, list):
        return [invented(item) for item in value] or [JUNK[str]]
    if isinstance(value, dict):
        return {key: invented(item) for key, item in value.items()}
    return JUNK.get(type(value), JUNK[str])


def name_of(call):
    return next(iter(call))


def with_arguments(call, change):
    name = name_of(call)
    return {name: change(call[name])}


def corrupt_first(arguments):
    first = next(iter(arguments), None)
    return {**arguments, first: corrupted(arguments[first])} if first is not None else {"zzq": "zzq"}


BATTERY = {
    "value_corrupt": lambda call: with_arguments(call, corrupt_first),
    "fabricated": lambda call: with_arguments(call, lambda given: {k: invented(v) for k, v in given.items()}),
    "wrong_name": lambda call: {name_of(call) + "_x": call[name_of(call)]},
    "empty_args": lambda call: with_arguments(call, lambda _: {}),
}

def is_formula(text):
    return "**" in text


def replace_first(pattern, new, only=lambda text: True):
    """An edit of a string that changes the first match of a pattern."""

    def change(value):
        if not isinstance(value, str) or not only(value):
            return ABSENT
        text = re.sub(pattern, new, value, count=1)
        return text if text != value else ABSENT

    return change


def when(test, change):
    return lambda value: change(value) if test(value) else ABSENT


def is_text(value):
    return isinstance(value, str) and value != ""


def is_integral(value):
    return type(value) is float and value.is_integer()


def is_float_list(value):
    return isinstance(value, list) and value != [] and all(is_integral(item) for item in value)


LEAVES = {
    "times_to_divide": replace_first(r"\*", "/", is_formula),
    "power_to_times": replace_first(r"\*\*", "*", is_formula),
    "minus_to_times": replace_first(r"-", "*", is_formula),
    "plus_to_times": replace_first(r"\+", "*", is_formula),
    "decimal_point_dropped": replace_first(r"(?<=\d)\.(?=\d)", ""),
    "minus_sign_dropped": replace_first(r"(?<![\w)])-(?=\d)", "", lambda text: not is_formula(text)),
    "punctuation_appended": when(is_text, lambda text: text + "."),
    "upper_case": when(lambda value: is_text(value) and value.upper() != value, str.upper),
    "int_for_float": when(is_integral, int),
    "ints_for_float_list": when(is_float_list, lambda items: [int(item) for item in items]),
}
INSIDE_DICTS = {
    "bool_for_int_in_dict": when(lambda value: type(value) is int and value in (0, 1), bool),
    "int_for_bool_in_dict": when(lambda value: type(value) is bool, int),
}
OPTIONAL = {
    "empty_list_for_optional": (("array", "tuple"), []),
    "empty_dict_for_optional": (("dict",), {}),
    "dash_for_optional": (("string",), "-"),
}


def edited(calls, at, key, value, inner=None):
    made = copy.deepcopy(calls)
    arguments = made[at][name_of(made[at])]
    if inner is None:
        arguments[key] = value
    else:
        arguments[key][inner] = value
    return made, f"calls[{at}].{key}" + ("" if inner is None else f".{inner}")


def at_arguments(change, calls):
    for at, call in enumerate(calls):
        for key, value in call[name_of(call)].items():
            new = change(value)
            if new is not ABSENT:
                yield edited(calls, at, key, new)


def at_dict_values(change, calls):
    for at, call in enumerate(calls):
        for key, value in call[name_of(call)].items():
            for inner, item in value.items() if isinstance(value, dict) else ():
                new = change(item)
                if new is not ABSENT:
                    yield edited(calls, at, key, new, inner)


def described(functions, call, key):
    """The type that the schema gives a parameter."""
    known = next((function for function in functions if function["name"] == name_of(call)), None)
    return known and known["parameters"]["properties"].get(key, {}).get("type")


def at_integers(calls, functions):
    for at, call in enumerate(calls):
        for key, value in call[name_of(call)].items():
            if type(value) is int and described(functions, call, key) == "integer":
                yield edited(calls, at, key, float(value))


def at_optional(types, new, calls, functions, answers):
    for at, (call, answer) in enumerate(zip(calls, answers)):
        for key, options in answer[name_of(call)].items():
            if "" in options and described(functions, call, key) in types:
                yield edited(calls, at, key, new)


def whole(name, calls):
    if name == "no_call":
        yield [], "calls"
    elif name == "extra_call":
        yield [*calls, calls[0]], "calls"
    elif len(calls) > 1 and name == "first_call_for_last" and calls[0] != calls[-1]:
        yield [*calls[:-1], calls[0]], f"calls[{len(calls) - 1}]"
    elif len(calls) > 1 and name == "calls_reversed":
        yield calls[::-1], "calls"


def apply(name, functions, answers):
    """Every submission that the edit makes of the correct one, with the place that it changed."""
    calls = correct(answers)
    if name in BATTERY:
        return [([BATTERY[name](calls[0]), *calls[1:]], "calls[0]")]
    if name in LEAVES:
        return list(at_arguments(LEAVES[name], calls))
    if name in INSIDE_DICTS:
        return list(at_dict_values(INSIDE_DICTS[name], calls))
    if name in OPTIONAL:
        return list(at_optional(*OPTIONAL[name], calls, functions, answers))
    if name == "integral_float_for_int":
        return list(at_integers(calls, functions))
    return list(whole(name, calls))
