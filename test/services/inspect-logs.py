"""Writes logs with the released inspect-ai, and prints what its own reader says of them, as JSON.

Usage: inspect-logs.py write FOLDER | crash FOLDER | read FOLDER
"""

import json
import math
import os
import sys
from hashlib import sha256
from pathlib import Path

import tiktoken
from inspect_ai import Epochs, Task, eval, eval_retry, task
from inspect_ai.dataset import Sample
from inspect_ai.log import (
    ProvenanceData,
    edit_score,
    invalidate_samples,
    list_eval_logs,
    read_eval_log,
    write_eval_log,
)
from inspect_ai.model import ChatMessageAssistant, ModelOutput, get_model
from inspect_ai.scorer import (
    Score,
    ScoreEdit,
    accuracy,
    choice,
    grouped,
    match,
    mean,
    model_graded_fact,
    scorer,
    stderr,
    value_to_float,
)
from inspect_ai.solver import basic_agent, generate, multiple_choice, solver
from inspect_ai.tool import tool

class Words:
    """Counts words for tokens: the encodings of the package would be fetched from the network."""

    def encode(self, text, **options):
        return list(range(len(text.split())))


tiktoken.get_encoding = lambda name: Words()

QUIET = {"display": "none", "log_buffer": 1, "ctl_server": False}
LONG = "a long text that is kept beside the sample as an attachment. " * 40


def answers(*texts):
    """A model that gives these in turn, over and over."""
    state = {"next": 0}

    def output(input, tools, tool_choice, config):
        text = texts[state["next"] % len(texts)]
        state["next"] += 1
        return text if isinstance(text, ModelOutput) else ModelOutput.from_content("mockllm/model", text)

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


FAILED = set()


@solver
def unsteady():
    async def solve(state, generate):
        id = int(state.sample_id)
        if id % 5 == 0:
            raise RuntimeError(f"lost {id}")
        if id % 7 == 0 and (id, state.epoch) not in FAILED:
            FAILED.add((id, state.epoch))
            raise ValueError("at the first attempt")
        text = ("yes" if (id + state.epoch) % 3 else "no") + (f" {LONG}" if id == 2 else "")
        state.output = ModelOutput.from_content("mockllm/model", text)
        state.messages.append(ChatMessageAssistant(content=text))
        return state

    return solve


@scorer(metrics={"parts": [mean()], "whole": [accuracy(), stderr()]})
def several():
    async def score(state, target):
        part = float("nan") if int(state.sample_id) == 3 else int(state.sample_id) / 10
        return Score(value={"parts": part, "whole": "C" if int(state.sample_id) % 2 else "P"})

    return score


@scorer(metrics=[mean(), grouped(accuracy(), "kind")])
def odd():
    async def score(state, target):
        if int(state.sample_id) == 4:
            return Score.unscored(reason="scoring_failed", explanation="it could not be graded")
        return Score(value="yes" if int(state.sample_id) % 3 == 0 else 0.25)

    return score


@tool
def add():
    async def execute(x: int, y: int):
        """Adds two numbers.

        Args:
            x: The first.
            y: The second.
        """
        return str(x + y) if x < 90 else LONG

    return execute


@solver
def dying():
    async def solve(state, generate):
        if int(state.sample_id) == 6:
            os._exit(9)
        state.output = ModelOutput.from_content("mockllm/model", "yes")
        state.messages.append(ChatMessageAssistant(content="yes"))
        return state

    return solve


def questions(count, target="yes"):
    return [
        Sample(id=i, input=f"question {i}", target=target, metadata={"kind": "even" if i % 2 == 0 else "odd"})
        for i in range(1, count + 1)
    ]


@task
def retried():
    return Task(dataset=questions(6), solver=unsteady(), scorer=match())


def call(id, **arguments):
    return ModelOutput.for_tool_call("mockllm/model", "add", arguments, tool_call_id=id)


def write(folder):
    def run(name, of, model="mockllm/model", **options):
        FAILED.clear()
        return eval(of, model=model, log_dir=os.path.join(folder, name), **{**QUIET, **options})[0]

    scorers = lambda: [match(), several(), odd()]
    for form in ("eval", "json"):
        run(
            f"unsteady-{form}",
            Task(dataset=questions(9), solver=unsteady(), scorer=scorers(), name="unsteady"),
            log_format=form,
            epochs=3,
            fail_on_error=False,
            retry_on_error=1,
        )
    run(
        "reducers",
        Task(dataset=questions(9), solver=unsteady(), scorer=match(), name="reducers"),
        epochs=Epochs(4, ["mean", "median", "mode", "max", "at_least_2", "pass_at_2", "pass_k_3"]),
        fail_on_error=False,
    )
    run(
        "scored-on-error",
        Task(dataset=questions(6), solver=unsteady(), scorer=match(), name="scored"),
        fail_on_error=False,
        score_on_error=True,
    )
    loop = basic_agent(tools=[add()], max_attempts=2)
    turns = [call("a", x=1, y=2), call("b", x=99, y=2), ModelOutput.for_tool_call("mockllm/model", "submit", {"answer": "yes"})]
    run("agent", Task(dataset=questions(2), solver=loop, scorer=match(), name="agent"), model=answers(*turns), max_samples=1)
    run("limited", Task(dataset=questions(3), solver=loop, scorer=match(), name="limited"), model=answers(*turns), message_limit=5, max_samples=1)
    run(
        "choices",
        Task(
            dataset=[Sample(id=f"c/{i} ü", input="Which?", choices=["one", "two", "three"], target="B") for i in range(4)],
            solver=multiple_choice(),
            scorer=choice(),
            name="choices",
        ),
        model=answers("ANSWER: B", "ANSWER: A", "none of them"),
        max_samples=1,
    )
    judge = answers("Both agree.\nGRADE: C", "They differ.\nGRADE: I", "I cannot tell.")
    run(
        "judged",
        Task(dataset=questions(6), solver=generate(), scorer=model_graded_fact(model=judge), name="judged"),
        max_samples=1,
    )
    first = eval(retried(), model="mockllm/model", log_dir=os.path.join(folder, "retried"), fail_on_error=True, max_samples=1, **QUIET)[0]
    eval_retry(first.location, log_dir=os.path.join(folder, "retried"), fail_on_error=False, **{**QUIET})
    edited = run("edited", Task(dataset=questions(4), solver=unsteady(), scorer=match(), name="edited"))
    edit_score(edited, 1, "match", ScoreEdit(value="I", provenance=ProvenanceData(author="someone", reason="looked again")))
    edited = invalidate_samples(edited, [edited.samples[1].uuid], ProvenanceData(author="someone"))
    write_eval_log(edited, edited.location)
    chunked(folder)


def chunked(folder):
    """The same logs with each sample cut into sequences, which this release writes and does not yet read."""
    from inspect_ai.log._recorders.chunked.convert import convert_eval_logs_to_chunked

    for name in ("unsteady-eval", "agent"):
        convert_eval_logs_to_chunked(os.path.join(folder, name), os.path.join(folder, f"{name}-chunked"), chunk_size=2, attachments_chunk_bytes=100)


def crash(folder):
    """Dies in the middle of its sixth sample, so that the log has a journal and no header."""
    eval(Task(dataset=questions(8), solver=dying(), scorer=match(), name="dying"), model="mockllm/model", log_dir=os.path.join(folder, "dying"), max_samples=1, **QUIET)


number = value_to_float()


def plain(value):
    """A score as a number; null where Inspect says that there is none."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return number(value)


def flat(name, value):
    if isinstance(value, dict):
        return {f"{name}.{key}": plain(own) for key, own in value.items()}
    if isinstance(value, list):
        return {f"{name}.{at}": plain(own) for at, own in enumerate(value)}
    return {name: plain(value)}


def of_sample(sample):
    scores = {}
    for name, score in (sample.scores or {}).items():
        scores.update(flat(name, score.value))
    calls = [
        {"id": one.id, "tool": one.function, "arguments": one.arguments}
        for message in sample.messages
        for one in getattr(message, "tool_calls", None) or []
    ]
    usages = list(sample.model_usage.values())
    events = [event.event for event in sample.events]
    inputs = [[one.text for one in event.input] for event in sample.events if event.event == "model"]
    return {
        "id": str(sample.id),
        "epoch": sample.epoch,
        "uuid": sample.uuid,
        "scores": scores,
        "error": sample.error.message if sample.error else None,
        "retries": len(sample.error_retries or []),
        "limit": sample.limit.type if sample.limit else None,
        "invalid": sample.invalidation is not None,
        "completion": sha256(sample.output.completion.encode()).hexdigest() if sample.output.completion else None,
        "input": sum(usage.input_tokens for usage in usages),
        "output": sum(usage.output_tokens for usage in usages),
        "usages": len(usages),
        "seconds": sample.total_time,
        "messages": [{"role": one.role, "text": one.text} for one in sample.messages],
        "calls": calls,
        "events": events,
        "inputs": inputs,
    }


def of_log(info, folder):
    log = read_eval_log(info.name, resolve_attachments="full")
    file = Path(info.name.removeprefix("file://")).relative_to(Path(folder).resolve())
    scores = log.results.scores if log.results else []
    return {
        "file": str(file),
        "version": log.version,
        "status": log.status,
        "task": log.eval.task,
        "task_id": log.eval.task_id,
        "model": log.eval.model,
        "solver": log.eval.solver,
        "epochs": log.eval.config.epochs or 1,
        "ids": [str(id) for id in log.eval.dataset.sample_ids or []],
        "samples": [of_sample(sample) for sample in log.samples or []],
        "metrics": [
            {
                "name": score.name,
                "scorer": score.scorer,
                "reducer": score.reducer,
                "metric": metric.name,
                "key": key,
                "group": metric.group,
                "params": metric.params,
                "value": None if math.isnan(metric.value) else metric.value,
            }
            for score in scores
            for key, metric in score.metrics.items()
        ],
    }


def read(folder):
    logs = sorted(list_eval_logs(folder, recursive=True), key=lambda info: info.name)
    logs = [info for info in logs if "-chunked/" not in info.name]
    json.dump([of_log(info, folder) for info in logs], sys.stdout)


if __name__ == "__main__":
    {"write": write, "crash": crash, "read": read}[sys.argv[1]](sys.argv[2])
