#!/usr/bin/env node
import { type CommandTable, runProgram } from './program.ts';

const COMMANDS: CommandTable = {
  audit: {
    group: 'Audit',
    description: 'Say what the score of a benchmark measures, and print its validity cards',
    load: () => import('./audit.ts').then((module) => module.default),
  },
  score: {
    group: 'Audit',
    description: 'Score a submission from files by the truth, by coverage, or by the judge that was shipped',
    load: () => import('./score.ts').then((module) => module.default),
  },
  census: {
    group: 'Audit',
    description: "Go through the paper's nine benchmarks: execute what is here, classify the rest",
    load: () => import('./census.ts').then((module) => module.default),
  },
  propose: {
    group: 'Audit',
    description: 'Have a model propose maps, variants, probes and texts, for a person to confirm by name',
    load: () => import('./propose.ts').then((module) => module.default),
  },
  bridge: {
    group: 'Audit',
    description: 'Try a target of your own against every rule of the line protocol for scorers',
    load: () => import('./bridge.ts').then((module) => module.default),
  },
  run: {
    group: 'Run',
    description: 'Run a study: a built-in one by name, a grid by options, or a study file',
    load: () => import('./run.ts').then((module) => module.default),
  },
  plan: {
    group: 'Run',
    description:
      'Price a study before it runs: episodes, tokens, cost, time, power, and what it cannot identify',
    load: () => import('./plan.ts').then((module) => module.default),
  },
  worker: {
    group: 'Run',
    description: 'Run episodes for a study that was started with --queue, on this machine',
    load: () => import('./worker.ts').then((module) => module.default),
  },
  probe: {
    group: 'Harnesses',
    description: 'Probe agent harnesses with a scripted model: what does each tell its model',
    load: () => import('./probe.ts').then((module) => module.default),
  },
  trial: {
    group: 'Harnesses',
    description: 'Try agent harnesses on trials with two score sheets, and attribute what fails',
    load: () => import('./trial.ts').then((module) => module.default),
  },
  serve: {
    group: 'Harnesses',
    description: 'Serve the tools of one episode to any agent over the Model Context Protocol',
    load: () => import('./serve.ts').then((module) => module.default),
  },
  gateway: {
    group: 'Harnesses',
    description: 'Answer harnesses in place of a model provider: scripted, replayed, or proxied and recorded',
    load: () => import('./gateway.ts').then((module) => module.default),
  },
  harness: {
    group: 'Harnesses',
    description: 'List, install and remove agent harnesses, each by its exact version',
    load: () => import('./harness.ts').then((module) => module.default),
  },
  import: {
    group: 'Logs',
    description: 'Read a session file, a stream or a log of an agent into a trace, and say what was lost',
    load: () => import('./import.ts').then((module) => module.default),
  },
  trace: {
    group: 'Logs',
    description: 'Show a trace for reading, or compare what happened with what the model was shown',
    load: () => import('./trace.ts').then((module) => module.default),
  },
  reproduce: {
    group: 'Results',
    description: "Recompute every number of the papers' tables whose raw data are printed",
    load: () => import('./reproduce.ts').then((module) => module.default),
  },
  report: {
    group: 'Results',
    description: 'Show an audit again from its audit.json, or report what an archive shows',
    load: () => import('./report.ts').then((module) => module.default),
  },
  stats: {
    group: 'Results',
    description:
      'Statistics of archives or of anyone’s logs: denominators with bounds, spectra, ranks, and what is wrong',
    load: () => import('./stats.ts').then((module) => module.default),
  },
  compare: {
    group: 'Results',
    description: 'Compare runs pair by pair, within an archive or between two, as one family of tests',
    load: () => import('./compare.ts').then((module) => module.default),
  },
  verify: {
    group: 'Results',
    description: 'Hash everything in an archive or a release anew, and score its submissions again',
    load: () => import('./verify.ts').then((module) => module.default),
  },
  query: {
    group: 'Results',
    description: 'Ask an archive in SQL: one SELECT over episodes, scores, decisions and counts',
    load: () => import('./query.ts').then((module) => module.default),
  },
  export: {
    group: 'Results',
    description: 'Write an archive as a release or as Parquet, or a trace as ATIF, OpenTelemetry or JSONL',
    load: () => import('./export.ts').then((module) => module.default),
  },
  doctor: {
    group: 'Set-up',
    description: 'Say what works on this machine, by trying it, and what to do where something does not',
    load: () => import('./doctor.ts').then((module) => module.default),
  },
  init: {
    group: 'Set-up',
    description: 'Write a starter: a target of your own that speaks the line protocol for scorers',
    load: () => import('./init.ts').then((module) => module.default),
  },
  selftest: {
    group: 'Set-up',
    description: 'Try every check on a target with a planted fault, or run vector files',
    load: () => import('./selftest.ts').then((module) => module.default),
  },
};

process.exitCode = await runProgram(process.argv.slice(2), COMMANDS);
