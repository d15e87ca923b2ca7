/** The public API: every command as a typed function, and the contracts that plug into it. Listed by hand. */

export type { EpisodeArchive } from './archive/archive.ts';
export { openArchive, readArchive } from './archive/folder.ts';
export { MemoryArchive } from './archive/memory.ts';
export type { TargetAudit } from './audit/bridge/document.ts';
export type { AuditDocument } from './audit/document.ts';
export type { ProposalMeasure } from './audit/propose/measure.ts';
export type { Proposal } from './audit/propose/proposal.ts';
export type { Card, CardItem, CardItemId, Evidence, Verdict } from './audit/types.ts';
export { type AuditOptions, audit, auditGate } from './commands/audit.ts';
export { type AuditTargetOptions, auditTarget } from './commands/bridge/audit-target.ts';
export { type BridgeCheckOptions, type BridgeCheckReport, checkBridge } from './commands/bridge/check.ts';
export { type Census, type CensusOptions, type CensusRow, census } from './commands/census/census.ts';
export { type CompareOptions, compareArchives } from './commands/compare/compare.ts';
export { type DoctorItem, type DoctorOptions, type DoctorReport, doctor } from './commands/doctor/doctor.ts';
export { exportParquet, type ParquetExport } from './commands/export-archive/parquet.ts';
export { type Release, type ReleaseOptions, writeRelease } from './commands/export-archive/release.ts';
export {
  type ExportTraceOptions,
  exportTrace,
  type TraceExport,
  type TraceForm,
} from './commands/export-trace/export.ts';
export {
  type GatewayAddress,
  type GatewaySource,
  type GatewaySummary,
  type RunGatewayOptions,
  runGateway,
} from './commands/gateway/gateway.ts';
export { type HarnessList, type ListedHarness, listHarnesses } from './commands/harness/list.ts';
export {
  type ImportOptions,
  type ImportReport,
  importFormats,
  importLogs,
} from './commands/import-logs/import.ts';
export {
  type FolderImportOptions,
  type FolderImportReport,
  type ImportedFile,
  importFolder,
} from './commands/import-logs/import-folder.ts';
export { type InitTargetReport, initTarget } from './commands/init-target/init-target.ts';
export { type PlanOptions, type PlanReport, planStudy } from './commands/plan.ts';
export {
  compareProbes,
  type ProbeComparison,
  type ProbeDifference,
  readProbeMatrix,
} from './commands/probe/compare.ts';
export { type ProbeOptions, probe } from './commands/probe/probe.ts';
export type { AskerOptions } from './commands/propose/asker.ts';
export {
  type ProposeNarrativeOptions,
  type ProposeOwnershipOptions,
  type ProposeProbesOptions,
  type ProposeScaffoldOptions,
  proposeNarrative,
  proposeOwnership,
  proposeProbes,
  proposeScaffold,
} from './commands/propose/layers.ts';
export { type MeasureProposalsOptions, measureProposals } from './commands/propose/measure.ts';
export {
  confirmProposalFile,
  readProposalFile,
  writeProposalFile,
} from './commands/propose/proposal-file.ts';
export { type QueryOptions, type QueryReport, query } from './commands/query/query.ts';
export { type ArchiveReportOptions, archiveReport } from './commands/report/archive-report.ts';
export { readAuditFile } from './commands/report/audit-file.ts';
export { reproduce } from './commands/reproduce/reproduce.ts';
export type { Reproduction } from './commands/reproduce/types.ts';
export { type LogResultsOptions, logResults } from './commands/results/results.ts';
export { type RunOptions, type RunReport, runStudy, studyTitles } from './commands/run.ts';
export { type ScoreOptions, type ScoreReport, score } from './commands/score/score.ts';
export { type MutantReport, selftestMutants } from './commands/selftest/mutants.ts';
export { VECTOR_SUITES } from './commands/selftest/suites.ts';
export { runVectors, type VectorReport } from './commands/selftest/vectors.ts';
export { type ServeOptions, serve } from './commands/serve/serve.ts';
export {
  type ServeAddress,
  type ServedEpisode,
  type ServeTaskOptions,
  type ServeTransport,
  serveTask,
} from './commands/serve/serve-task.ts';
export { type ArchiveStatsOptions, archiveStats, statsOfRecords } from './commands/stats/stats.ts';
export { type TraceDiffOptions, traceDiff } from './commands/trace/diff.ts';
export { type ShowOptions, showTrace, type TraceView } from './commands/trace/show.ts';
export {
  type AttributedEpisode,
  attributeTrials,
  type TrialAttribution,
  type TrialReview,
} from './commands/trial/attribute.ts';
export type { TrialRepeats } from './commands/trial/cells.ts';
export { exportTrialTask, type TaskExport, type TaskExportOptions } from './commands/trial/export-task.ts';
export { importTrialTask, type TaskImport } from './commands/trial/import-task.ts';
export type { JudgementFlaw } from './commands/trial/judged-again.ts';
export type { JudgedNow, JudgeSettings } from './commands/trial/judging.ts';
export {
  type LintedTrial,
  lintTrials,
  type TrialLintOptions,
  type TrialLintReport,
} from './commands/trial/lint.ts';
export {
  type Coverage,
  type LineCounts,
  type ListedTrial,
  listTrials,
  type TrialList,
} from './commands/trial/list.ts';
export type { LiveSettings } from './commands/trial/live.ts';
export {
  type TrialMutantOptions,
  type TrialMutantOutcome,
  type TrialMutantReport,
  trialMutants,
} from './commands/trial/mutants.ts';
export { type NewTrialReport, newTrial } from './commands/trial/new.ts';
export {
  type ReplayedLink,
  replayTrial,
  type TrialReplayOptions,
  type TrialReplayReport,
} from './commands/trial/replay.ts';
export { runTrials, type TrialRunOptions, type TrialRunReport } from './commands/trial/run.ts';
export {
  type ScoredTrials,
  type ScoreTrialsOptions,
  scoreTrials,
  type VerdictDifference,
} from './commands/trial/score.ts';
export { type VerifyOptions, type VerifyReport, verify } from './commands/verify/verify.ts';
export type * from './core/contracts/index.ts';
export { type ErrorKind, MeasurandError } from './core/errors.ts';
export type { JsonObject, JsonValue } from './core/json.ts';
export { fromJson as pythonValue } from './core/python/from-json.ts';
export { parsePythonJson } from './core/python/json.ts';
export { PythonFloat, type PythonValue } from './core/python/value.ts';
export { isLive, type ModelContext, namedModel } from './models/named-model.ts';
export type { AnswerEnd, BoundaryExchange, BoundaryRecorder } from './models/providers/boundary.ts';
export { describeModel, type ModelDescription, type ModelQuirks } from './models/providers/describe.ts';
export type { Variables } from './models/providers/endpoint.ts';
export {
  ProviderError,
  type ProviderErrorCode,
  type ProviderErrorDetails,
} from './models/providers/errors.ts';
export type { ProviderName } from './models/providers/model-id.ts';
export type { RequestLimits } from './models/providers/one-request.ts';
export { type ProviderModelOptions, providerModel } from './models/providers/provider-model.ts';
export { modelNamed } from './models/registry.ts';
export { renderHtml } from './report/html.ts';
export type { Finding, Results } from './report/results/document.ts';
export { resultsHtml, writeResultsPage } from './report/results/page.ts';
export type { ArchiveStats, Comparison, StudyReport } from './report/study/document.ts';
export { studyHtml } from './report/study/html.ts';
export { studyMarkdown } from './report/study/markdown.ts';
export { studyText } from './report/study/text.ts';
export { type StudyReportPaths, writeStudyReport } from './report/study/write.ts';
export { renderText } from './report/text.ts';
export { type ReportPaths, writeReport } from './report/write.ts';
export { type FindOptions, type FoundHarness, findHarness } from './scaffolds/native/install/find.ts';
export {
  type InstallOptions,
  type InstallResult,
  installHarness,
} from './scaffolds/native/install/install.ts';
export { type RemoveResult, removeHarness } from './scaffolds/native/install/remove.ts';
export type {
  ProbeCell,
  ProbedHarness,
  ProbeMatrix,
  ProbeReading,
} from './scaffolds/native/probes/matrix.ts';
export { scaffoldNamed } from './scaffolds/registry.ts';
export { scorerNamed } from './scorers/registry.ts';
export { dbbenchCompare } from './scorers/restated/agentbench/compare-results.ts';
export { type BfclCase, bfclAstChecker, isBfclCallList } from './scorers/restated/bfcl/ast-checker.ts';
export type { BfclVerdict } from './scorers/restated/bfcl/verdict.ts';
export { gaiaQuestionScorer } from './scorers/restated/gaia/question-scorer.ts';
export { OSWORLD_METRICS, osworldMetric } from './scorers/restated/osworld/metrics.ts';
export type { Restated } from './scorers/restated/outcome.ts';
export {
  type SwebenchCase,
  type SwebenchEvalType,
  type SwebenchVerdict,
  swebenchReport,
} from './scorers/restated/swebench/grading.ts';
export {
  TAU_BENCH_SCAFFOLDS,
  type TauBenchAction,
  type TauBenchOutcome,
  type TauBenchScaffold,
  type TauBenchTurn,
  tauBenchScaffoldTurn,
} from './scorers/restated/tau-bench/scaffold-turn.ts';
export { type WebarenaVerdict, webarenaStringMatch } from './scorers/restated/webarena/string-match.ts';
export { webarenaUrlMatch } from './scorers/restated/webarena/url-match.ts';
export type { StudyAnalysis } from './study/built-in.ts';
export { defineStudy } from './study/declaration/define-study.ts';
export type { StudyFile } from './study/declaration/schema.ts';
export { type GridSpec, gridCells } from './study/grid.ts';
export { LiveModels, type LiveModelsOptions } from './study/live-models.ts';
export type { PatienceLimits, Sleep } from './study/patience.ts';
export { BUILT_IN, type EpisodeContext, type Registries } from './study/registries.ts';
export { type RunCellsOptions, type RunCellsSummary, runCells } from './study/run-cells.ts';
export { taskIds, taskNamed } from './tasks/registry.ts';
export type { TraceDiff, TraceDifference } from './trace/diff/types.ts';
export type { TraceEvent } from './trace/event.ts';
export type { LossLedger } from './trace/ledger.ts';
export { type ReadOptions, readTrace, streamTrace } from './trace/read-trace.ts';
export type { Trace, TraceHeader } from './trace/trace.ts';
export type { Loss as TaskLoss } from './trials/suite/harbor/losses.ts';
export type { TrialKit } from './trials/suite/kit.ts';
