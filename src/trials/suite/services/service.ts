import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { PrivateValues } from '../../criteria/line.ts';
import type { RunLedger } from '../run-ledger.ts';

/** What a tool of a trial's service answers, part by part, as the protocol has it. */
export interface ToolAnswer {
  readonly content: readonly JsonObject[];
  readonly structuredContent?: JsonObject;
  readonly isError?: true;
  /** The answer comes so much later. */
  readonly afterMs?: number;
}

/** The call fails as a call: no result at all. */
export interface ProtocolFailure {
  readonly code: number;
  readonly message: string;
}

/** The service ends without an answer, after what it committed. It comes back when it is connected to again. */
export interface ServiceDeath {
  readonly dies: true;
}

export type ToolOutcome = ToolAnswer | ProtocolFailure | ServiceDeath;

/** What a tool may look at and do besides its arguments. */
export interface ServiceCall {
  readonly values: PrivateValues;
  /** How often this service has committed the event. */
  count(event: string): number;
  /** Commits an event. */
  commit(event: string, data: JsonValue): void;
}

export interface TrialTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  call(args: JsonObject, service: ServiceCall): ToolOutcome;
}

/** A tool server of a trial; it is served to the harness over the Model Context Protocol. */
export interface TrialService {
  readonly name: string;
  readonly tools: readonly TrialTool[];
}

/** A text part. */
export const text = (words: string): JsonObject => ({ type: 'text', text: words });

/** An answer of one text. */
export const says = (words: string): ToolAnswer => ({ content: [text(words)] });

/** What the tools of a service look at and do in one run. */
export const serviceCall = (
  { name }: TrialService,
  values: PrivateValues,
  ledger: RunLedger,
): ServiceCall => ({
  values,
  count: (event) => ledger.count(name, event),
  commit: (event, data) => void ledger.record(name, event, data),
});

/** Calls a tool. The call stands in the ledger as it came, before the tool has looked at it; undefined for no such tool. */
export function callTool(
  { name, tools }: TrialService,
  call: ServiceCall,
  ledger: RunLedger,
  tool: string,
  args: JsonObject,
): ToolOutcome | undefined {
  ledger.record(name, 'call', { tool, args });
  return tools.find((each) => each.name === tool)?.call(args, call);
}
