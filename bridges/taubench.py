"""tau-bench: rewards of a checkout of yours. python taubench.py ROOT DOMAIN [SPLIT]

A submission is the list of actions of an episode, replies included: {"actions": [{"name", "kwargs"}, …]}.
"""

import copy
import importlib
import json
import os
import pickle
import sys
import types

import tau_edits
import tau_episode
import tau_leak
import tau_turns
from measurand_bridge import NeedsModel, Refusal, Target, serve


MOST_STATES = 16


class Attempts:
    """Counts what would have been a call to a model."""

    target = None


def blocked_completion(*_args, **_kwargs):
    if Attempts.target is not None:
        Attempts.target.model_attempts += 1
    raise NeedsModel("litellm.completion was called")


def stub_model_client():
    """No user simulator and no agent reaches a model, whether or not the client library is there."""
    module = types.ModuleType("litellm")
    module.completion, module.provider_list = blocked_completion, []
    sys.modules["litellm"] = module


class SilentUser:
    """Says nothing that ends the episode: the shim ends it when the submission is used up."""

    def reset(self, instruction=None):
        return "hello"

    def step(self, content):
        return ""

    def get_total_cost(self):
        return 0


class TauBench(Target):
    name, scorer_kind, submission = "tau-bench", "outcome", "actions"
    licence = "MIT"
    stubs = ("litellm.completion (raises)", "user simulator (silent)", "load_data and get_data_hash (memoised)")
    edits = tau_edits.EDITS

    def __init__(self, root, domain, split="test"):
        Attempts.target = self
        self.root, self.domain, self.split = os.path.realpath(root), domain, split
        self.variant = f"{domain}/{split}"
        sys.path.insert(0, self.root)
        stub_model_client()
        from tau_bench.envs import base

        self.base = base
        base.load_user = lambda **_: SilentUser()
        module = importlib.import_module(f"tau_bench.envs.{domain}.env")
        self.make = getattr(module, f"Mock{domain.capitalize()}DomainEnv")
        self.data = pickle.dumps(module.load_data())
        self.hashes, self.writes, self.states = {}, {}, {}
        self.siblings = tau_edits.siblings_in(module.load_data())
        module.load_data = lambda: pickle.loads(self.data)
        self.tasks = self.env(0).tasks
        loaded = [name for name in sys.modules if f"{domain}.tasks" in name]
        data = os.path.join("tau_bench", "envs", domain, "data")
        stored = [os.path.join(data, name) for name in os.listdir(os.path.join(self.root, data)) if name.endswith(".json")]
        self.truth_files = (*(os.path.relpath(sys.modules[name].__file__, self.root) for name in loaded), *stored)
        self.tools = self.env(0).tools_map

    def env(self, index):
        env = self.make(user_strategy="llm", user_model="none", task_split=self.split, task_index=index)
        released = env.get_data_hash

        def remembered():
            """The released hash, computed once for each state: it takes up to two seconds."""
            state = pickle.dumps(env.data)
            if state not in self.hashes:
                self.hashes[state] = released()
            return self.hashes[state]

        env.get_data_hash = remembered
        return env

    def index(self, task):
        number = str(task).rpartition("/")[2]
        if not number.isdigit() or int(number) >= len(self.tasks):
            raise Refusal("unknown_task", f"no task {task!r}")
        return int(number)

    def list_tasks(self):
        return [{"id": f"{self.variant}/{at}", "tags": self.tags(task)} for at, task in enumerate(self.tasks)]

    def tags(self, task):
        return ["outputs"] if task.outputs else []

    def gold(self, task):
        known = self.tasks[self.index(task)]
        actions = [{"name": action.name, "kwargs": action.kwargs} for action in known.actions]
        return [action for action in actions if action["name"] != "respond"], list(known.outputs)

    def truth(self, task):
        actions, outputs = self.gold(task)
        return {"actions": actions + tau_edits.spoken(outputs)}

    def perturb(self, task, edit):
        actions, outputs = self.gold(task)
        return tau_edits.apply(edit, actions, outputs, self.writes_of(task, actions), self.changes, self.siblings)

    def writes_of(self, task, actions):
        if task not in self.writes:
            self.writes[task] = self.effective(task, actions)
        return self.writes[task]

    def state_after(self, actions):
        """The data that actions leave behind; the last few are kept, since edits are compared with the same ones."""
        key = json.dumps(actions, sort_keys=True)
        if key in self.states:
            self.states[key] = self.states.pop(key)
        else:
            env = self.env(0)
            for action in actions:
                if action["name"] not in env.terminate_tools:
                    env.step(self.base.Action(**action))
            if len(self.states) >= MOST_STATES:
                self.states.pop(next(iter(self.states)))
            self.states[key] = env.data
        return self.states[key]

    def effective(self, task, actions):
        """Positions of the gold actions that change the data when all are replayed in order."""
        env, found = self.env(self.index(task)), []
        for at, action in enumerate(actions):
            if action["name"] in env.terminate_tools:
                continue
            before = copy.deepcopy(env.data) if not self.reads(action["name"]) else None
            env.step(self.base.Action(**action))
            if before is not None and env.data != before:
                found.append(at)
        return found

    @staticmethod
    def reads(name):
        """Whether the tool's name says that it only looks things up; the two domains name them so without exception."""
        return name.startswith(("get_", "find_", "list_", "search_", "calculate", "think"))

    def changes(self, actions, other):
        """Whether two lists of actions leave different data behind."""
        return self.state_after(actions) != self.state_after(other)

    def score(self, task, submission):
        actions = submission.get("actions") if isinstance(submission, dict) else None
        if not isinstance(actions, list):
            raise Refusal("invalid_submission", "a submission holds a list of actions")
        env = self.env(self.index(task))
        for action in actions:
            response = env.step(self.base.Action(**action))
            if response.done:
                return self.result(response.info.reward_info)
        return self.result(env.calculate_reward())

    def result(self, reward):
        info = reward.info.model_dump()
        components = {key: value for key, value in info.items() if key.startswith("r_")}
        return {
            "score": reward.reward,
            "passed": reward.reward >= 1,
            "components": components,
            "reason": None if reward.reward >= 1 else ",".join(k for k, v in components.items() if not v) or "database",
            "raw": {"gt_data_hash": info.get("gt_data_hash")},
        }

    def ownership(self):
        return tau_turns.matrix(self)

    def leak(self):
        return tau_leak.leak(self)

    def episode(self, task, scaffold, trial):
        return tau_episode.play(self, task, scaffold, trial)

    def replay_parse(self, file, start, most):
        with open(file, encoding="utf-8") as stored:
            records = json.load(stored)
        end = min(start + most, len(records))
        played = [self.replay(record) for record in records[start:end]]
        return {"records": played, "next": end if end < len(records) else None}

    def replay(self, record):
        actions, stopped = tau_turns.actions_of(record["traj"])
        index = record["task_id"]
        env, response = self.env(index), None
        for at, action in enumerate(actions):
            response = env.step(self.base.Action(**action))
            if response.done:
                break
        if response is not None and response.done:
            reward = response.info.reward_info
        else:
            reward = env.calculate_reward()
        capped = not stopped and not (response is not None and response.done)
        stored = (record["info"].get("reward_info") or {}).get("info") or {}
        now = reward.info.model_dump()
        old_hash, new_hash = stored.get("gt_data_hash"), now.get("gt_data_hash")
        return {
            "task": f"{self.variant}/{index}",
            "trial": record["trial"],
            "recorded": record["reward"],
            "replayed": reward.reward,
            "hash_equal": None if old_hash is None or new_hash is None else old_hash == new_hash,
            "note": "the step cap ended it, and the release scores no such episode" if capped else "",
        }

    def grade(self, suite, case):
        """Cases of rewards hold actions; cases of scaffolds name a canned turn."""
        if "scaffold" in case:
            return tau_turns.graded(self, case["case"], case["scaffold"])
        if (case["domain"], case["split"]) != (self.domain, self.split):
            raise Refusal("unsupported", f"this is {self.variant}, and the case is of {case['domain']}/{case['split']}")
        return {"reward": self.score(str(case["task"]), {"actions": case["actions"]})["score"]}


if __name__ == "__main__":
    serve(lambda: TauBench(*sys.argv[1:4]))
