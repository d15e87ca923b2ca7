import type { AuditDocument, AuditLedger } from '../document.ts';
import type { Card } from '../types.ts';
import type { BridgeMeasurements } from './measurements.ts';

/**
 * `audit.json` of a released scorer: everything that its audit found. It holds no clock and no host, so the same scorer,
 * asked the same, gives the same bytes.
 */
export interface TargetAudit {
  readonly format: 'measurand.target-audit/1';
  readonly title: string;
  readonly target: string;
  readonly provenance: string;
  readonly version: string;
  /** Digest of every submission that was scored, with what came of it. */
  readonly root: string;
  /** Requests to score, by what came of them. */
  readonly ledger: AuditLedger;
  /** The one profile of a released scorer: its variant. */
  readonly profiles: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly about: string;
        readonly card: Card;
        readonly measurements: BridgeMeasurements;
      }
    >
  >;
  readonly cards: readonly Card[];
  readonly panels: AuditDocument['panels'];
  readonly generatorCards: AuditDocument['generatorCards'];
  readonly notProbed: AuditDocument['notProbed'];
  readonly howTo: readonly string[];
}
