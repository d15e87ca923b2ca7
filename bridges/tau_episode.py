"""One whole episode of tau-bench: a released scaffold, the model of the audit, and a simulated user of fixed rules."""

import json
import os
import random
import types

from measurand_bridge import Refusal, ask_model
from tau_turns import LEVELS, TEXT_LEVELS, Message

USER = (
    "rules, no model: says the task's instruction whole and first; answers every reply with one fixed sentence; "
    "stops at the second reply in a row without an action between, or at the tenth"
)
OPENING = "Please take my part; this is who I am and all that I want: "
ANSWER = "Yes, please go on with all that I asked for, as I said it."
STOP = "###STOP###"
MOST_REPLIES = 10


class RuleUser:
    """The simulated user. It reads no reply, so that no scaffold and no model meets another user than the rest."""

    def __init__(self, env):
        self.env, self.replies = env, 0

    def reset(self, instruction=None):
        self.replies = 0
        return OPENING + (instruction or "")

    def step(self, content):
        self.replies += 1
        before = self.env.actions[-2].name if len(self.env.actions) > 1 else None
        return STOP if before == "respond" or self.replies >= MOST_REPLIES else ANSWER

    def get_total_cost(self):
        return 0


def displays(target):
    """The few-shot examples as the runner reads them."""
    name = f"Mock{target.domain.capitalize()}DomainEnv-few_shot.jsonl"
    with open(os.path.join(target.root, "few_shot_data", name), encoding="utf-8") as file:
        return [json.loads(line)["messages_display"] for line in file]


def agent_of(target, env, scaffold):
    common = {"tools_info": env.tools_info, "wiki": env.wiki, "model": "none", "provider": "none", "temperature": 0.0}
    if scaffold in TEXT_LEVELS:
        from tau_bench.agents import chat_react_agent as module

        return module, module.ChatReActAgent(**common, use_reasoning=scaffold == "react")
    if scaffold == "few-shot":
        from tau_bench.agents import few_shot_agent as module

        return module, module.FewShotToolCallingAgent(**common, few_shot_displays=displays(target))
    from tau_bench.agents import tool_calling_agent as module

    return module, module.ToolCallingAgent(**common)


def completion_of(target):
    """What the released agents call: the model of the audit, at a stated cost of nothing."""

    def completion(messages=None, tools=None, temperature=0.0, **_rest):
        request = {"messages": messages, "temperature": temperature, **({"tools": tools} if tools else {})}
        said = ask_model(request, target)
        turn = {"role": "assistant", "content": said.get("content"), "tool_calls": said.get("tool_calls") or None}
        choice = types.SimpleNamespace(message=Message(turn))
        return types.SimpleNamespace(choices=[choice], _hidden_params={"response_cost": 0.0})

    return completion


def play(target, task, scaffold, trial):
    """Reward 0 with the error's type where the scaffold raises one, as the released runner records it."""
    if scaffold not in LEVELS:
        raise Refusal("bad_request", f"there is no scaffold {scaffold!r}")
    index = target.index(task)
    env = target.env(index)
    env.user = RuleUser(env)
    module, agent = agent_of(target, env, scaffold)
    # The released runner draws examples from one stream for all episodes, in the order of its threads.
    random.seed(f"{task}:{trial}")
    real, module.completion = module.completion, completion_of(target)
    try:
        solved = agent.solve(env, task_index=index)
        scored = (solved.info or {}).get("reward_info") is not None
        reward, ending = solved.reward, "scored" if scored else "step cap, not scored"
    except Exception as error:
        reward, ending = 0.0, f"scaffold raised {type(error).__name__}, recorded as 0"
    finally:
        module.completion = real
    return {"reward": reward, "ending": ending, "user_simulator": USER}
