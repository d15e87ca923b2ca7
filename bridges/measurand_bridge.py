"""Serves one target over Measurand's line protocol: one JSON object a line, both ways. Standard library only.

A shim makes an object with the attributes and methods described at `Target`, and calls `serve(target)`. See
docs/bridge.md for the protocol.
"""

import hashlib
import http.client
import json
import os
import platform
import socket
import subprocess
import sys
import traceback


class Refusal(Exception):
    """An answer that is an error: `code` is one of the protocol's error codes."""

    def __init__(self, code, message=""):
        super().__init__(message)
        self.code = code


class NeedsModel(BaseException):
    """Raised by the stub of a model client. Not an Exception, so that no scorer swallows it."""


class NeedsEnvironment(BaseException):
    """Raised when a scorer reaches for something that only the running benchmark has."""


class Target:
    """What a shim overrides. A method left as it is makes its hook `unsupported`."""

    name, variant, scorer_kind, submission = "target", "", "outcome", "opaque"
    resolution, score_range, deterministic = 1e-9, [0, 1], True
    root = None  # folder of the benchmark: its loaded files are the provenance, its errors the scorer's
    package = None  # distribution that was installed, when there is one
    stubs = ()  # everything that stands in for the real thing
    licence = ""
    edits = ()  # dicts: id, title, label (degrading | equivalent | undecided), group (battery | kernel | null)
    truth_files = ()  # paths below root that hold the expected answers
    model_attempts = 0
    made_for, made = None, ()  # the last answer of `perturb`, whose places are asked for in turn

    def list_tasks(self):
        """All tasks, as dicts with an `id`."""
        raise NotImplementedError

    def truth(self, task):
        """The correct submission of a task."""
        raise NotImplementedError

    def score(self, task, submission):
        """A dict with `score`, and perhaps `passed`, `components`, `reason`."""
        raise NotImplementedError

    def perturb(self, task, edit):
        """All submissions that the edit makes of the correct one, as (submission, where) pairs."""
        raise NotImplementedError

    def ownership(self):
        raise NotImplementedError

    def replay_parse(self, file, start, most):
        """Stored episodes scored anew, from one of them on: `records`, and `next`, where to go on or None."""
        raise NotImplementedError

    def episode(self, task, scaffold, trial):
        """One episode of the model of the audit: `reward`, `ending`, `model_calls`, and who played the user."""
        raise NotImplementedError

    def leak(self):
        """Test tasks whose solution stands in what the benchmark shows to a model: displays, holding, tasks, leaked."""
        raise NotImplementedError

    def grade(self, suite, case):
        """The outcome of a case of a vector file, as a dict of the fields in which that file states it."""
        raise NotImplementedError


HOOKS = ("list_tasks", "truth", "score", "perturb", "ownership", "replay_parse", "grade", "leak", "episode")


CONNECT = socket.socket.connect


class JudgeConnection(http.client.HTTPConnection):
    """The one way out: the socket file of the judge that the audit was given."""

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        CONNECT(self.sock, os.environ["MEASURAND_JUDGE_SOCKET"])


def ask_model(request, target=None):
    """The message that the model of the audit answers a chat request with. Raises NeedsModel where none answers."""
    if target is not None:
        target.model_attempts += 1
    if "MEASURAND_JUDGE_SOCKET" not in os.environ:
        raise NeedsModel("the scorer asks a model, and no judge was given")
    body = json.dumps({"model": os.environ.get("MEASURAND_JUDGE_MODEL"), "temperature": 0, **request})
    headers = {
        "Authorization": "Bearer " + os.environ.get("MEASURAND_JUDGE_TOKEN", ""),
        "Content-Type": "application/json",
        "Connection": "close",
    }
    try:
        connection = JudgeConnection("localhost")
        connection.request("POST", "/v1/chat/completions", body.encode(), headers)
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
    except OSError as error:
        raise NeedsModel(f"no judge answers: {error}") from None
    if response.status != 200:
        raise NeedsModel(f"the judge answered {response.status}: {text[:300]}")
    return json.loads(text)["choices"][0]["message"]


def ask_judge(prompt, target=None):
    """The words of the judge on a prompt or a list of messages. Raises NeedsModel where none was given or answers."""
    messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
    return str(ask_model({"messages": messages}, target).get("content") or "")


def block_network():
    """Lets no new connection be made from Python. A namespace of the kernel, where there is one, is stronger."""

    def refused(*_args, **_kwargs):
        raise NeedsEnvironment("the scorer tried to use the network")

    socket.socket.connect = refused
    socket.socket.connect_ex = refused
    socket.create_connection = refused


def sha256_file(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def loaded_files(target):
    """Path and digest of every module file below the root that this process has loaded."""
    root = os.path.realpath(target.root)
    paths = {os.path.realpath(getattr(module, "__file__", None) or "/") for module in list(sys.modules.values())}
    code = sorted(path for path in paths if path.startswith(root + os.sep))
    files = [{"path": os.path.relpath(path, root), "sha256": sha256_file(path), "role": "scorer"} for path in code]
    files += [
        {"path": name, "sha256": sha256_file(os.path.join(root, name)), "role": "truth"}
        for name in sorted(target.truth_files)
    ]
    return files


def git(root, *arguments):
    try:
        done = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", root, *arguments], capture_output=True, text=True, timeout=20
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def provenance(target):
    found = {"package": target.package, "package_version": None, "vcs": None, "commit": None, "dirty": None}
    if target.package:
        from importlib import metadata

        found["package_version"] = metadata.version(target.package)
    if target.root and os.path.exists(os.path.join(target.root, ".git")):
        found["vcs"] = "git"
        found["commit"] = git(target.root, "rev-parse", "HEAD")
        status = git(target.root, "status", "--porcelain", "--untracked-files=no")
        found["dirty"] = None if status is None else status != ""
    files = loaded_files(target) if target.root else []
    tree = hashlib.sha256("".join(f"{f['path']}\0{f['sha256']}\n" for f in files).encode()).hexdigest()
    return {**found, "files": files, "tree_sha256": tree if files else None}


def hello(target, params):
    if str(params.get("protocol", "")).split(".")[0] != "1":
        raise Refusal("bad_request", "this shim speaks protocol 1.0")
    hooks = [hook for hook in HOOKS if getattr(type(target), hook) is not getattr(Target, hook)]
    return {
        "protocol": "1.0",
        "target": {
            "name": target.name,
            "variant": target.variant,
            "scorer_kind": target.scorer_kind,
            "submission": target.submission,
            "resolution": target.resolution,
            "score_range": list(target.score_range),
            "deterministic": target.deterministic,
        },
        "hooks": hooks,
        "edits": list(target.edits),
        "runtime": {"language": "python", "version": platform.python_version()},
        "provenance": provenance(target),
        "stubs": list(target.stubs),
        "model_calls": "blocked",
        "network": "shim-blocked",
        "licence": target.licence,
    }


def list_tasks(target, params):
    tasks = target.list_tasks()
    at = params.get("cursor") or 0
    limit = params.get("limit") or len(tasks)
    if not isinstance(at, int) or not isinstance(limit, int) or at < 0 or limit < 1:
        raise Refusal("bad_request", "cursor and limit must be non-negative integers")
    end = at + limit
    return {"tasks": tasks[at:end], "next": end if end < len(tasks) else None}


def perturb(target, params):
    edit = params.get("edit")
    label = next((known["label"] for known in target.edits if known["id"] == edit), None)
    if label is None:
        raise Refusal("bad_request", f"no edit {edit!r}")
    asked = (params.get("task"), edit)
    if target.made_for != asked:
        target.made_for, target.made = asked, target.perturb(*asked)
    made = target.made
    site = params.get("site") or 0
    if not made:
        return {"sites": 0, "label": label}
    if not 0 <= site < len(made):
        raise Refusal("bad_request", f"the edit applies at {len(made)} places here, not at {site}")
    submission, where = made[site]
    return {"submission": submission, "label": label, "applied_to": where, "sites": len(made)}


def score(target, params):
    if "submission" not in params:
        raise Refusal("bad_request", "score needs a submission")
    target.model_attempts = 0
    return {**target.score(params.get("task"), params["submission"]), "model_calls": target.model_attempts}


def grade(target, params):
    if not isinstance(params.get("case"), dict):
        raise Refusal("bad_request", "grade needs a case")
    target.model_attempts = 0
    return {"fields": target.grade(params.get("suite"), params["case"]), "model_calls": target.model_attempts}


def episode(target, params):
    target.model_attempts = 0
    played = target.episode(params.get("task"), params.get("scaffold"), params.get("trial") or 0)
    return {**played, "model_calls": target.model_attempts}


METHODS = {
    "hello": hello,
    "list_tasks": list_tasks,
    "truth": lambda target, params: {"submission": target.truth(params.get("task")), "quality": 1.0},
    "perturb": perturb,
    "score": score,
    "ownership": lambda target, params: target.ownership(),
    "replay_parse": lambda target, params: target.replay_parse(
        params.get("file"), params.get("cursor") or 0, params.get("limit") or 10**9
    ),
    "grade": grade,
    "leak": lambda target, params: target.leak(),
    "episode": episode,
}


def raised_by_scorer(target, error):
    """Whether a frame of the benchmark stands in the traceback: then the error is the scorer's, else the shim's."""
    root = os.path.realpath(target.root) + os.sep if target.root else None
    frames = traceback.extract_tb(error.__traceback__)
    return root is not None and any(os.path.realpath(frame.filename).startswith(root) for frame in frames)


def error_of(target, error):
    if isinstance(error, Refusal):
        return {"code": error.code, "message": str(error)}
    if isinstance(error, NeedsModel):
        return {"code": "needs_model", "message": str(error)}
    if isinstance(error, NeedsEnvironment):
        return {"code": "needs_environment", "message": str(error)}
    if isinstance(error, NotImplementedError) and not raised_by_scorer(target, error):
        return {"code": "unsupported", "message": "this target has no such hook"}
    text = "".join(traceback.format_exception(error))
    print(text, file=sys.stderr)
    code = "scorer_exception" if raised_by_scorer(target, error) else "internal"
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return {"code": code, "type": type(error).__name__, "message": str(error)[:2000], "traceback_sha256": digest}


def answer(target, line):
    try:
        request = json.loads(line)
        assert isinstance(request, dict) and isinstance(request.get("id"), int)
    except (ValueError, AssertionError, RecursionError):
        print("a line is no request", file=sys.stderr)
        return None, False
    reply = {"id": request["id"]}
    method, params = request.get("method"), request.get("params") or {}
    if method == "shutdown":
        return {**reply, "ok": {}}, True
    try:
        if not isinstance(params, dict):
            raise Refusal("bad_request", "params must be an object")
        if method not in METHODS:
            raise Refusal("unsupported", f"no method {method!r}")
        reply["ok"] = METHODS[method](target, params)
        json.dumps(reply, allow_nan=False)
    except (KeyboardInterrupt, SystemExit) as error:
        reply.pop("ok", None)
        reply["error"] = {"code": "scorer_exception", "type": type(error).__name__, "message": str(error)}
    except BaseException as error:  # every other failure is an answer, too
        reply.pop("ok", None)
        reply["error"] = error_of(target, error)
    return reply, False


def protocol_channel():
    """The real standard output, kept apart: whatever the benchmark prints goes to standard error from here on."""
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return channel


def serve(make_target):
    """Answers requests until `shutdown` or the end of input. `make_target` is called once, with prints out of the way."""
    channel = protocol_channel()
    block_network()
    target = make_target()
    for line in sys.stdin.buffer:
        reply, last = answer(target, line)
        if reply is not None:
            channel.write(json.dumps(reply, allow_nan=False).encode("utf-8") + b"\n")
            channel.flush()
        if last:
            break
