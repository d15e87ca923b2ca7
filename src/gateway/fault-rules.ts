import { sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import type { ClassifiedRequest, RequestRole, WireFault } from './contracts.ts';
import { type FaultPlan, faultPlan } from './faults.ts';

/** Which requests a fault meets: those that fit every condition given. */
export interface FaultSelector {
  /** @default 'main' */
  readonly role?: RequestRole;
  /** How many results of calls the request shows. */
  readonly results?: number;
  /** Text that stands anywhere in the request. */
  readonly contains?: string;
  /** How many requests of the same conversation came before: 0 is the first try, 1 the first retry. */
  readonly attempt?: number;
}

/** Faults of the wire, whatever answers behind it. The first rule that fits a request holds. */
export interface FaultRule {
  readonly id: string;
  readonly when: FaultSelector;
  /** A cut counts bytes of the body: where a call ends is known of a scripted reply only. */
  readonly faults: readonly WireFault[];
}

const refused = (id: string, what: string, next: string): MeasurandError =>
  new MeasurandError('invalid-fault', what, { record: id, next });

function check({ id, faults }: FaultRule): void {
  if (faults.length === 0) throw refused(id, 'the rule has no fault', 'Give one');
  faultPlan(faults);
  if (faults.some((fault) => fault.type === 'cut' && fault.after === 'call'))
    throw refused(id, 'a rule cannot cut after a call', 'Cut after a number of bytes');
}

/** Finds the faults of each request, from the conversation that it shows and never from a count of all requests. */
export class FaultRules {
  readonly #rules: readonly FaultRule[];
  readonly #tries = new Map<string, number>();

  /** @throws MeasurandError `invalid-fault` */
  constructor(rules: readonly FaultRule[]) {
    for (const rule of rules) check(rule);
    this.#rules = rules;
  }

  /** The rule for a request, with its plan; counts the request as one more try of its conversation. */
  next({
    role,
    view,
  }: ClassifiedRequest): { readonly rule: FaultRule; readonly plan: FaultPlan } | undefined {
    if (this.#rules.length === 0) return undefined;
    const point = sha256(JSON.stringify([role, view.messages]));
    const attempt = this.#tries.get(point) ?? 0;
    this.#tries.set(point, attempt + 1);
    const rule = this.#rules.find(
      ({ when }) =>
        (when.role ?? 'main') === role &&
        (when.results ?? view.results.length) === view.results.length &&
        (when.attempt ?? attempt) === attempt &&
        (when.contains === undefined || JSON.stringify(view.body).includes(when.contains)),
    );
    return rule && { rule, plan: faultPlan(rule.faults) };
  }
}
