"""Model clients that a scorer may import by itself: each stands in for its library, and asks the judge of the audit."""

import importlib.abc
import importlib.machinery
import sys
import types

from measurand_bridge import ask_judge

CLIENTS = ("openai", "litellm")


def reply(text):
    """What these libraries give back, as far as a scorer reads it: by attribute, or by key."""

    class Fields(types.SimpleNamespace):
        def __getitem__(self, name):
            return getattr(self, name)

        def get(self, name, default=None):
            return getattr(self, name, default)

    message = Fields(role="assistant", content=text, tool_calls=None)
    choice = Fields(index=0, message=message, finish_reason="stop")
    return Fields(choices=[choice], usage=None, _hidden_params={"response_cost": None})


def openai_module(create):
    module = types.ModuleType("openai")
    completions = types.SimpleNamespace(create=create)

    class OpenAI:
        def __init__(self, *_args, **_kwargs):
            self.chat = types.SimpleNamespace(completions=completions)

    module.OpenAI = module.AzureOpenAI = OpenAI
    module.ChatCompletion = completions
    module.chat = types.SimpleNamespace(completions=completions)
    for name in ("OpenAIError", "APIError", "RateLimitError", "APIConnectionError", "APITimeoutError", "BadRequestError"):
        setattr(module, name, type(name, (Exception,), {}))
    return module


def litellm_module(create):
    module = types.ModuleType("litellm")
    module.completion = create
    return module


class JudgeClients(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Answers the import of a model client. `imported` says which a scorer asked for."""

    def __init__(self, target):
        self.target, self.imported = target, []
        sys.meta_path.insert(0, self)

    def create(self, *_args, messages=None, **_kwargs):
        return reply(ask_judge(messages or [], self.target))

    def find_spec(self, name, _path=None, _target=None):
        return importlib.machinery.ModuleSpec(name, self) if name in CLIENTS else None

    def create_module(self, spec):
        self.imported.append(spec.name)
        return {"openai": openai_module, "litellm": litellm_module}[spec.name](self.create)

    def exec_module(self, module):
        """Made whole already."""
