"""Whether the examples that tau-bench's few-shot scaffold shows hold the solutions of test tasks."""

import json
import os

# The key of an address was renamed after the examples were stored.
RENAMED = ('"province"', '"state"')


def displays(root, domain):
    """The stored examples of a domain, as texts; none where the release holds no such file."""
    path = os.path.join(root, "few_shot_data", f"Mock{domain.capitalize()}DomainEnv-few_shot.jsonl")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [plain(json.loads(line)["messages_display"]) for line in file if line.strip()]


def plain(text):
    """Results of tools stand inside other JSON in some examples: without the backslashes they read the same."""
    return text.replace("\\", "").replace(*RENAMED)


def results(target, task):
    """What the tools answer to the gold writes that change the data, replayed in order."""
    actions, _ = target.gold(task)
    writes = target.writes_of(task, actions)
    env, found = target.env(target.index(task)), []
    for at, action in enumerate(actions):
        if action["name"] in env.terminate_tools:
            continue
        observation = env.step(target.base.Action(**action)).observation
        if at in writes:
            found.append(plain(str(observation)))
    return found


def leak(target):
    """Test tasks of which one example holds the result of every gold write, and the examples that do."""
    shown = displays(target.root, target.domain)
    tasks, leaked, holding = 0, [], set()
    for at in range(len(target.tasks)):
        wanted = results(target, f"{target.variant}/{at}")
        if not wanted:
            continue
        tasks += 1
        holds = [number for number, text in enumerate(shown) if all(one in text for one in wanted)]
        holding.update(holds)
        if holds:
            leaked.append(f"{target.variant}/{at}")
    return {"displays": len(shown), "holding": len(holding), "tasks": tasks, "leaked": leaked}
