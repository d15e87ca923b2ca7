import type { LineSpec } from '../line.ts';
import { turnEnds } from '../select/world.ts';
import { ruled, when } from './spec.ts';

interface End {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut?: boolean;
  readonly error?: string;
}

/** K11: the exit status of a turn says whether the turn succeeded. */
export function exitStatus(turn: number, expected: 'ok' | 'failed'): LineSpec {
  return ruled('K11', ['happened'], `exit status of turn ${turn} is ${expected}`, {
    select: (evidence) => turnEnds(evidence, turn),
    decide([end]) {
      if (!end) return when(false, `turn ${turn} never ended`);
      const { exitCode, signal, timedOut } = end.value as unknown as End;
      if (timedOut) return when(false, `turn ${turn} never ended by itself`);
      const ok = exitCode === 0 && signal === null;
      return when(
        ok === (expected === 'ok'),
        `exit code ${exitCode}${signal === null ? '' : `, signal ${signal}`}`,
      );
    },
  });
}

/** K11: the harness's final record of a turn carries an error, or carries none. */
export function finalRecord(turn: number, expected: 'ok' | 'failed'): LineSpec {
  return ruled('K11', ['happened'], `final record of turn ${turn} is ${expected}`, {
    select: (evidence) => turnEnds(evidence, turn),
    decide([end]) {
      if (!end) return when(false, `turn ${turn} never ended`);
      const { error } = end.value as unknown as End;
      return when(
        (error === undefined) === (expected === 'ok'),
        error === undefined ? 'no error is recorded' : `records ${JSON.stringify(error.slice(0, 120))}`,
      );
    },
  });
}
