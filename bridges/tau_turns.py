"""Who decides in tau-bench's four scaffolds: one canned assistant turn, then two plain replies, through each of them.

No model is called: the completion function of each agent is replaced by one that hands out the canned turns.
"""

import json
import types

from measurand_bridge import Refusal

LEVELS = ["tool-calling", "few-shot", "act", "react"]
TEXT_LEVELS = {"act", "react"}
A, B = {"order_id": "A"}, {"order_id": "B"}
LIST = "list_all_product_types"


def call(name, arguments, at=0):
    return {"id": f"call_{at}", "type": "function", "function": {"name": name, "arguments": arguments}}


def native(*calls, content=None):
    return {"role": "assistant", "content": content, "tool_calls": list(calls) or None}


def text(content):
    return {"role": "assistant", "content": content, "tool_calls": None}


def action(name, arguments):
    return json.dumps({"name": name, "arguments": arguments}, separators=(",", ":"))


def turns(tool):
    """The canned turns: decision, what a native scaffold is sent, what a text scaffold is sent."""
    one = {"order_id": "#W1"}
    broken = '{"order_id": "#W1"'
    return {
        "malformed_json": (native(call(tool, broken)), text('{"name":"%s","arguments":%s' % (tool, broken))),
        "two_calls_in_one_turn": (
            native(call(tool, json.dumps(A)), call(tool, json.dumps(B), 1)),
            text(f"Action:\n{action(tool, A)}\nAction:\n{action(tool, B)}"),
        ),
        "arguments_not_object": (native(call(tool, "[1]")), text(action(tool, [1]))),
        "arguments_empty_string": (native(call(tool, "")), text(action(tool, ""))),
        "missing_arguments_key": (native(call(LIST, "{}")), text(json.dumps({"name": LIST}))),
        "json_scalar": (native(call(tool, "5")), text("5")),
        "unknown_tool": (native(call("no_such_tool", "{}")), text(action("no_such_tool", {}))),
        "null_content_no_call": (native(), text(None)),
        "trailing_prose_after_json": (native(call(LIST, "{} thanks")), text(action(LIST, {}) + " thanks")),
        "code_fenced_json": (
            native(call(LIST, "```json\n{}\n```")),
            text("```json\n" + action(LIST, {}) + "\n```"),
        ),
        "text_alongside_call": (
            native(call(LIST, "{}"), content="one moment"),
            text("one moment\nAction:\n" + action(LIST, {})),
        ),
        "provider_reports_no_cost": (text("done"), text(action("respond", {"content": "done"}))),
    }


class Message:
    def __init__(self, fields):
        self.__dict__.update(fields)
        self.fields = fields

    def model_dump(self):
        return dict(self.fields)


def scripted(first, rest, cost):
    """A completion function that gives the first turn once and then the rest for ever."""
    waiting = [first]

    def completion(**_request):
        turn = waiting.pop() if waiting else rest
        reported = cost if turn is first else 0.0
        choice = types.SimpleNamespace(message=Message(turn))
        return types.SimpleNamespace(choices=[choice], _hidden_params={"response_cost": reported})

    return completion


def agent_of(level, env):
    common = {"tools_info": env.tools_info, "wiki": "", "model": "none", "provider": "none"}
    if level in TEXT_LEVELS:
        from tau_bench.agents import chat_react_agent as module

        return module, module.ChatReActAgent(**common, use_reasoning=level == "react")
    if level == "few-shot":
        from tau_bench.agents import few_shot_agent as module

        return module, module.FewShotToolCallingAgent(**common, few_shot_displays=["display"] * 5)
    from tau_bench.agents import tool_calling_agent as module

    return module, module.ToolCallingAgent(**common)


def play(target, level, first, cost):
    """What a scaffold does with a turn: the error that ends the episode, and the first action that is executed."""
    env = target.env(0)
    module, agent = agent_of(level, env)
    rest = text(action("respond", {"content": "ok"})) if level in TEXT_LEVELS else text("ok")
    real, module.completion = module.completion, scripted(first, rest, cost)
    error = None
    try:
        agent.solve(env, task_index=0, max_num_steps=3)
    except Exception as raised:
        error = type(raised).__name__
    finally:
        module.completion = real
    done = env.actions[0] if env.actions else None
    return error, [done.name, done.kwargs] if done else None


def owner(decision, level, error, first):
    """In words: who decided, and how."""
    if error:
        return f"scaffold: fatal ({error})"
    if decision == "two_calls_in_one_turn":
        return "scaffold: first call kept" if first[1] == A else "scaffold: last call kept"
    if decision in ("unknown_tool", "provider_reports_no_cost") or first[0] == LIST:
        return "scaffold: text dropped" if decision == "text_alongside_call" else "model: as written"
    return "scaffold: sent as a reply"


def matrix(target):
    tool = "get_order_details" if "get_order_details" in target.tools else "get_reservation_details"
    listed = LIST if LIST in target.tools else "list_all_airports"
    decisions = []
    for decision, (to_native, to_text) in turns(tool).items():
        cost = None if decision == "provider_reports_no_cost" else 0.0
        owners = {}
        for level in LEVELS:
            first = to_text if level in TEXT_LEVELS else to_native
            renamed = json.loads(json.dumps(first).replace(LIST, listed))
            error, executed = play(target, level, renamed, cost)
            if executed and executed[0] == listed:
                executed = [LIST, executed[1]]
            owners[level] = owner(decision, level, error, executed)
        decisions.append({"id": decision, "owner": owners, "evidence": "executed", "probe": decision})
    return {"levels": LEVELS, "decisions": decisions, "confirmed_by": None}


def graded(target, name, level):
    """One canned turn through one scaffold, in the words of the vectors."""
    known = turns("get_order_details")
    if name not in known or level not in LEVELS:
        raise Refusal("unsupported", f"there is no turn {name!r}, or no scaffold {level!r}")
    cost = None if name == "provider_reports_no_cost" else 0.0
    error, executed = play(target, level, known[name][level in TEXT_LEVELS], cost)
    return {"outcome": f"episode-fatal: {error}" if error else "continues", "first_action": executed}


def actions_of(trajectory):
    """The actions of a stored trajectory, and whether its last message is the user's stop."""
    actions = []
    for message in trajectory:
        if message["role"] != "assistant":
            continue
        calls = message.get("tool_calls")
        if calls:
            function = calls[0]["function"]
            actions.append({"name": function["name"], "kwargs": json.loads(function["arguments"])})
        else:
            actions.append({"name": "respond", "kwargs": {"content": message["content"]}})
    last = trajectory[-1] if trajectory else {}
    return actions, last.get("role") == "user" and "###STOP###" in (last.get("content") or "")
