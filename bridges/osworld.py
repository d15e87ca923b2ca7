"""OSWorld: the metric functions of a checkout on results of ours. python osworld.py ROOT

A submission is what a getter would have read from the virtual machine. A metric that needs a library for documents that
is not installed is not probed.
"""

import importlib
import os
import sys

import osworld_edits
from inert_modules import inert_modules, named_stubs, without_inert_calls
from measurand_bridge import Refusal, Target, serve

LIBRARIES = ["acoustid", "borb", "bs4", "cv2", "docx", "easyocr", "fastdtw", "fitz", "formulas", "imagehash", "librosa", "lxml",
             "mutagen", "numpy", "odf", "openpyxl", "pandas", "pdfplumber", "PIL", "pptx", "pypdf", "PyPDF2", "rapidfuzz",
             "requests", "scipy", "skimage", "tldextract", "xmltodict", "yaml"]
PACKAGE = "desktop_env.evaluators.metrics"


class OsWorld(Target):
    name, variant, scorer_kind, submission = "osworld", "metrics", "outcome", "opaque"
    licence = "Apache-2.0"
    edits = osworld_edits.EDITS

    def __init__(self, root):
        self.root = os.path.realpath(root)
        sys.path.insert(0, self.root)
        with inert_modules(LIBRARIES, ["desktop_env.desktop_env"]) as finder:
            self.metrics = importlib.import_module(PACKAGE)
            self.modules = [
                importlib.import_module(f"{PACKAGE}.{name[:-3]}")
                for name in sorted(os.listdir(os.path.dirname(self.metrics.__file__)))
                if name.endswith(".py") and name != "__init__.py"
            ]
        self.stubs = named_stubs(finder)

    def metric(self, name):
        for module in [self.metrics, *self.modules]:
            found = vars(module).get(name)
            if getattr(found, "__module__", "").startswith(PACKAGE):
                return found
        raise Refusal("unsupported", f"there is no metric {name!r}")

    def case(self, task):
        if task not in osworld_edits.CASES:
            raise Refusal("unknown_task", f"no task {task!r}")
        return osworld_edits.CASES[task]

    def list_tasks(self):
        return [{"id": task, "tags": [case[0]]} for task, case in osworld_edits.CASES.items()]

    def truth(self, task):
        return self.case(task)[1]

    def perturb(self, task, edit):
        return osworld_edits.apply(edit, self.case(task)[1])

    def score(self, task, submission):
        name, _, *rules = self.case(task)
        value = float(without_inert_calls(lambda: self.metric(name)(submission, *rules)))
        return {"score": value, "passed": value >= 1}

    def grade(self, suite, case):
        options = case.get("options") or case.get("kwargs") or {}
        metric = self.metric(case["function"])
        return {"output": without_inert_calls(lambda: metric(*case["args"], **options))}


if __name__ == "__main__":
    serve(lambda: OsWorld(sys.argv[1]))
