import { MeasurandError } from '../core/errors.ts';
import type { WireFault } from './contracts.ts';
import type { Cut } from './http/send.ts';
import type { Piece } from './reply/pieces.ts';

/** What the faults of one reply come to. */
export interface FaultPlan {
  /** Milliseconds before anything is sent. */
  readonly delay: number;
  readonly status?: WireFault & { readonly type: 'status' };
  readonly hangs: boolean;
  readonly cut?: number | 'call';
}

function check(fault: WireFault): void {
  const bad =
    (fault.type === 'delay' && !(fault.milliseconds >= 0 && Number.isFinite(fault.milliseconds))) ||
    (fault.type === 'cut' &&
      fault.after !== 'call' &&
      !(Number.isInteger(fault.after) && fault.after >= 0)) ||
    (fault.type === 'status' &&
      !(Number.isInteger(fault.status) && fault.status >= 400 && fault.status <= 599));
  if (!bad) return;
  throw new MeasurandError('invalid-fault', `a fault of type ${fault.type} has a value out of range`, {
    field: 'faults',
    next: 'Give a delay of 0 or more milliseconds, a cut at a whole number of bytes, a status from 400 to 599',
  });
}

/** @throws MeasurandError `invalid-fault` for a value out of range */
export function faultPlan(faults: readonly WireFault[] = []): FaultPlan {
  for (const fault of faults) check(fault);
  const delay = faults.reduce((sum, fault) => sum + (fault.type === 'delay' ? fault.milliseconds : 0), 0);
  const status = faults.find((fault) => fault.type === 'status');
  const cut = faults.find((fault) => fault.type === 'cut');
  return {
    delay,
    ...(status === undefined ? {} : { status }),
    hangs: faults.some(({ type }) => type === 'hang'),
    ...(cut === undefined ? {} : { cut: cut.after }),
  };
}

/** Where a body is cut, in bytes; a reply without calls is never cut after one. */
export function cutOf({ cut, hangs }: FaultPlan, pieces: readonly Piece[]): Cut | undefined {
  if (cut === undefined) return undefined;
  if (cut !== 'call') return { after: cut, hangs };
  const last = pieces.findLastIndex(({ completesCall }) => completesCall === true);
  if (last < 0) {
    throw new MeasurandError('invalid-fault', 'the reply has no call after which it could be cut', {
      field: 'faults',
      next: 'Give the reply a call, or cut at a number of bytes',
    });
  }
  const before = pieces.slice(0, last + 1);
  return { after: before.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0), hangs };
}
