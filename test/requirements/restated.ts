import type { Requirement } from '../requirements.ts';

export const RESTATED = {
  'restated.gaia.vectors': {
    source: 'external-targets §3; gaia/question_scorer.json',
    says: "GAIA's restated scorer gives the released one's verdict or exception on every vector",
  },
  'restated.bfcl.vectors': {
    source: 'external-targets §2; bfcl/ast_checker.json',
    says: "BFCL's restated checker gives the released one's verdict, reason or crash on every vector",
  },
  'restated.swebench.vectors': {
    source: 'external-targets §4; swebench/grading.json',
    says: "SWE-bench's restated grading resolves, and believes a log, as the released one does on every vector",
  },
  'restated.webarena.vectors': {
    source: 'external-targets §4; webarena/evaluators.json',
    says: "WebArena's restated string and URL checks score every vector as released, and say where a judge is asked",
  },
  'restated.dbbench.vectors': {
    source: 'external-targets §4; agentbench/dbbench_compare.json',
    says: "dbbench's restated comparator decides every vector as released, and runs no text",
  },
  'restated.osworld.vectors': {
    source: 'external-targets §4; osworld/metrics.json',
    says: "OSWorld's restated metrics score every vector as released",
  },
  'restated.tau-bench.scaffolds': {
    source: 'external-targets §1.4; taubench/scaffold_parsing.json',
    says: 'each of the four restated scaffolds makes of each canned turn the action, or the end, that the released one makes',
  },
  'restated.tau-bench.expectations-unsupported': {
    source: 'issue 5, Must show 3',
    says: 'vectors that need a release to be run are unsupported one by one, never passed',
  },
  'restated.dbbench.no-eval': {
    source: 'external-targets §4, dbbench',
    says: 'an answer that is Python beyond literals is unsupported, and nothing in it is carried out',
  },
  'restated.all.total': {
    source: 'DESIGN §4, Errors; §10',
    says: 'whatever a restated scorer is given, it grades, names the exception of the release, or is unsupported, in bounded time',
  },
  'restated.all.wrong-vector-fails': {
    source: 'DESIGN §11',
    says: 'a vector of another scorer whose stated outcome is altered fails',
  },
  'restated.all.shape-alone': {
    source: 'issue 5, Must show 3',
    says: 'a vector file is known by its shape alone, and a case with a field that is not understood is unsupported',
  },
} as const satisfies Record<string, Requirement>;
