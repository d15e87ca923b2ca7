const FILES = /^(?:diff --git a\/(\S+) b\/\S+|\+\+\+ b\/(\S+))/gm;
const EVALUATOR = /(?:^|\/)(?:tests?|testing)\/|(?:^|\/)test_[^/]+\.py$|_test\.py$|(?:^|\/)conftest\.py$/;
const HOOK = /(?:^|\/)(?:conftest\.py|pytest\.ini|tox\.ini|sitecustomize\.py|usercustomize\.py|[^/]+\.pth)$/;

/** What the files of a patch say of it. */
export interface PatchFiles {
  readonly files: readonly string[];
  /** Those that belong to the evaluator. */
  readonly evaluator: readonly string[];
  /** It holds nothing but files that hook into the test runner. */
  readonly hookOnly: boolean;
}

export function patchFiles(patch: string): PatchFiles {
  const files = [
    ...new Set([...patch.matchAll(FILES)].map(([, header, file]) => (header ?? file) as string)),
  ];
  return {
    files,
    evaluator: files.filter((file) => EVALUATOR.test(file)),
    hookOnly: files.length > 0 && files.every((file) => HOOK.test(file)),
  };
}
