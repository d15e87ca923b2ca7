import { byCodePoint } from '../../core/canonical.ts';
import type { EvidenceQuality } from './types.ts';

/** Shapes that keys and personal addresses have. A match is a reason to look, not a proof. */
const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['api-key', /\b(?:sk|rk|pk)-[A-Za-z0-9_-]{20,200}\b/g],
  ['github-token', /\bgh[pousr]_[A-Za-z0-9]{30,100}\b/g],
  ['aws-key', /\bAKIA[0-9A-Z]{16}\b/g],
  ['google-key', /\bAIza[0-9A-Za-z_-]{35}\b/g],
  ['bearer-token', /\bBearer [A-Za-z0-9._~+/-]{20,400}/g],
  ['private-key', /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g],
  ['email', /\b[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}\b/g],
];
const HINT = /sk-|rk-|pk-|gh[pousr]_|AKIA|AIza|Bearer |PRIVATE KEY|@/;

/** Counts what looks like a secret, by kind, without keeping any of it. */
export class SecretCount {
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    if (!HINT.test(text)) return;
    for (const [kind, shape] of SHAPES) {
      const found = text.match(shape)?.length ?? 0;
      if (found > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + found);
    }
  }

  findings(): EvidenceQuality['privacy'] {
    const findings = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    return { findings, kinds: [...this.#counts.keys()].sort(byCodePoint) };
  }
}
