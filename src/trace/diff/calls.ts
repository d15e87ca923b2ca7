import { digestOf } from '../../core/digest.ts';
import { type Aligned, argumentsOf } from './align.ts';
import type { SideCall, SideView } from './side.ts';
import { excerpt, textDifference } from './texts.ts';
import type { DifferenceKind, TraceDifference } from './types.ts';

type Say = (kind: DifferenceKind, what: string, more?: Pick<TraceDifference, 'a' | 'b'>) => void;

interface Names {
  readonly a: string;
  readonly b: string;
}

/** The first value that any record of the call holds for a fact. */
function fact<T>(call: SideCall, read: (facts: SideCall['facts'][number]) => T | undefined): T | undefined {
  for (const facts of call.facts) {
    const value = read(facts);
    if (value !== undefined) return value;
  }
  return undefined;
}

const exitCode = (call: SideCall): number | undefined => fact(call, (facts) => facts.exitCode);
const signal = (call: SideCall): string | undefined => fact(call, (facts) => facts.signal);

const errorFlag = (call: SideCall): boolean | undefined => fact(call, (facts) => facts.isError);

/** Facts that one side has and the other does not tell. */
function facts(a: SideCall, b: SideCall, names: Names, say: Say): void {
  const [left, right] = [exitCode(a), exitCode(b)];
  if (left !== undefined && right === undefined)
    say('exit-code-not-told', `${names.a} has exit code ${left}, which ${names.b} does not tell`, {
      a: left,
    });
  else if (right !== undefined && left === undefined)
    say('exit-code-not-told', `${names.b} has exit code ${right}, which ${names.a} does not tell`, {
      b: right,
    });
  const [killed, told] = [signal(a), signal(b)];
  if (killed !== undefined && told === undefined)
    say('signal-not-told', `${names.a} has signal ${killed}, which ${names.b} does not tell`, { a: killed });
  const [failed, flagged] = [errorFlag(a), errorFlag(b)];
  if (failed === true && flagged === undefined)
    say('error-flag-not-told', `${names.a} marks an error; ${names.b} has no such mark`, { a: true });
  else if (failed !== undefined && flagged !== undefined && failed !== flagged)
    say('error-flag-differs', `${names.a} says ${failed}, ${names.b} says ${flagged}`, {
      a: failed,
      b: flagged,
    });
}

const ADDED: Readonly<Record<string, string>> = {
  'text-appended': 'goes on after it',
  'text-prepended': 'puts text before it',
  'text-wrapped': 'puts text round it',
};

function texts(a: SideCall, b: SideCall, names: Names, say: Say): void {
  const [left, right] = [a.result?.payload.text, b.result?.payload.text];
  if (left === undefined || right === undefined) return;
  const difference = textDifference(left, right);
  if (difference) {
    const { kind, before, after } = difference;
    const added = ADDED[kind];
    if (added === undefined)
      say(
        kind,
        kind === 'text-cut'
          ? `${names.b} holds ${right.length} of ${left.length} characters`
          : 'the texts differ',
        { a: excerpt(before), b: excerpt(after) },
      );
    else
      say(kind, `${names.b} holds the text of ${names.a} and ${added}`, {
        b: excerpt([before, after].filter((text) => text !== '').join('\n')),
      });
  }
  const repair = b.result?.event.synthetic ?? a.result?.event.synthetic;
  if (repair !== undefined) say('synthetic-result', repair, { b: excerpt(right) });
}

function asked(a: SideCall, b: SideCall, say: Say): void {
  const [left, right] = [argumentsOf(a), argumentsOf(b)];
  if (left !== undefined && right !== undefined && digestOf(left) !== digestOf(right))
    say('arguments-differ', 'the arguments differ', { a: left, b: right });
  const [name, other] = [a.call?.payload.name, b.call?.payload.name];
  if (name !== undefined && other !== undefined && name !== other)
    say('name-differs', `${name} is called ${other}`, { a: name, b: other });
}

function onlyOne({ a, b }: Aligned, names: Names, say: Say): void {
  const there = a ? names.a : names.b;
  const absent = a ? names.b : names.a;
  say('call-missing', `${there} holds this call, ${absent} does not`, {
    [a ? 'a' : 'b']: (a ?? b)?.call?.payload.name ?? null,
  });
}

/** What differs in one call. */
export function callDifferences(row: Aligned, names: Names): readonly TraceDifference[] {
  const { a, b } = row;
  const found: TraceDifference[] = [];
  const events = { ...idOf('a', a), ...idOf('b', b) };
  const call = a?.id ?? b?.id ?? '';
  const say: Say = (kind, what, more = {}) => {
    found.push({ kind, call, what, events, ...more });
  };
  if (!a || !b) {
    onlyOne(row, names, say);
    return found;
  }
  if (a.id !== b.id)
    say('id-rewritten', `${a.id} is ${b.id} there; joined by ${row.rule ?? 'nothing'}`, { a: a.id, b: b.id });
  asked(a, b, say);
  if (a.result && !b.result)
    say('result-missing', `${names.a} holds a result, ${names.b} does not`, {
      a: excerpt(a.result.payload.text ?? ''),
    });
  else if (b.result && !a.result)
    say('result-missing', `${names.b} holds a result, ${names.a} does not`, {
      b: excerpt(b.result.payload.text ?? ''),
    });
  else if (a.result) {
    texts(a, b, names, say);
    facts(a, b, names, say);
  }
  return found;
}

function idOf(side: 'a' | 'b', call: SideCall | null): { a?: string; b?: string } {
  const event = call?.result?.event ?? call?.call?.event;
  return event === undefined ? {} : { [side]: event.id };
}

/** Results that stand in another order on the other side. */
export function orderDifferences(
  rows: readonly Aligned[],
  a: SideView,
  b: SideView,
): readonly TraceDifference[] {
  const both = rows.filter(
    (row): row is Aligned & { a: SideCall; b: SideCall } =>
      row.a !== null && row.b !== null && row.a.order >= 0 && row.b.order >= 0,
  );
  const left = [...both].sort((x, y) => x.a.order - y.a.order).map((row) => row.a.id);
  const right = [...both].sort((x, y) => x.b.order - y.b.order).map((row) => row.a.id);
  if (left.join('\n') === right.join('\n')) return [];
  return [
    {
      kind: 'order-differs',
      what: `results stand in another order in what was ${b.side} than in what was ${a.side}`,
      events: {},
      a: left,
      b: right,
    },
  ];
}
