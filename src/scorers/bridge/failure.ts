/** Ways in which the bridge itself fails. None of them says anything about the scorer. */
export const BRIDGE_FAULTS = [
  'timeout',
  'exited',
  'exited-mid-line',
  'line-too-long',
  'not-utf8',
  'not-json',
  'not-a-reply',
  'unknown-id',
  'no-start',
  'target-cap',
  'aborted',
] as const;
export type BridgeFault = (typeof BRIDGE_FAULTS)[number];

/** The bridge failed: what was asked stays not-probed. */
export class BridgeFailure extends Error {
  readonly fault: BridgeFault;

  constructor(fault: BridgeFault, message: string) {
    super(message);
    this.name = 'BridgeFailure';
    this.fault = fault;
  }
}
