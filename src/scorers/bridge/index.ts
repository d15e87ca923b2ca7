export { BridgeFailure } from './failure.ts';
export { type Isolation, isolationFor } from './isolation.ts';
export type {
  BridgeEdit,
  BridgeHello,
  BridgeOwnership,
  BridgeTask,
  EditLabel,
} from './messages.ts';
export { BRIDGE_HOOKS, HelloReply, ScoreReply, TasksReply, TruthReply } from './messages.ts';
export type { Answer, NotProbed, ScoreOutcome, ScorerException } from './outcome.ts';
export { RawJson } from './raw-json.ts';
export { BridgeSession, type Reply } from './session.ts';
export type { SupervisorOptions } from './supervisor.ts';
export { HELLO } from './supervisor.ts';
export { BridgeTarget, type ProbedTarget } from './target.ts';
