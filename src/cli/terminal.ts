import { stripVTControlCharacters } from 'node:util';
import type { Progress } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';

/**
 * C0 and C1 controls except tab and line feed, and the marks that change the direction of text: what a hostile string
 * could use to drive a terminal, or to show other words than it holds.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Text from outside, made safe to print: no escape sequence and no other control character survives. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, '\uFFFD');
}

/** JSON would turn NaN and the infinities into null, so that a missing number looked like a measured one. */
function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new MeasurandError('non-finite', `cannot write ${value} as JSON`, {
      field: key,
      kind: 'apparatus',
    });
  }
  return value;
}

/** JSON lets a few control characters stand as they are; inside its strings an escape means the same. */
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences that set colour and weight
const STYLES = /(\u001B\[\d{1,3}(?:;\d{1,3})*m)/;

/** Split by `STYLES`, every second part is a style. */
const keepStyle = (part: string, at: number): string => (at % 2 === 1 ? part : printable(part));

const BAR_WIDTH = 24;
const REDRAW_MS = 100;

/** Where a command prints: results on standard output, everything else on standard error. */
export class Terminal {
  readonly signal: AbortSignal;
  #started = performance.now();
  #drawn = 0;
  #barShown = false;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** One result line or block. */
  print(text: string): void {
    this.#clearBar();
    process.stdout.write(`${printable(text)}\n`);
  }

  /**
   * The one JSON document of a `--json` run.
   *
   * @throws MeasurandError `non-finite`, before anything is written
   */
  json(value: unknown): void {
    const text = JSON.stringify(value, refuseNonFinite, 2);
    this.#clearBar();
    process.stdout.write(`${text.replace(CONTROLS, escaped)}\n`);
  }

  /** Whether results may be coloured: on a terminal whose reader did not ask for none (no-color.org). */
  get colour(): boolean {
    return process.stdout.isTTY === true && !process.env['NO_COLOR'];
  }

  /** As `print`, with colours and bold kept: of all escape sequences only those get through. */
  printStyled(text: string): void {
    this.#clearBar();
    process.stdout.write(`${text.split(STYLES).map(keepStyle).join('')}\n`);
  }

  /** A remark that is no result. */
  note(text: string): void {
    this.#clearBar();
    process.stderr.write(`${printable(text)}\n`);
  }

  /** Draws a bar with rate and time left; only on a terminal. */
  readonly progress = ({ what, done, total }: Progress): void => {
    if (!process.stderr.isTTY) return;
    const now = performance.now();
    if (now - this.#drawn < REDRAW_MS && done !== total) return;
    if (done <= 1) this.#started = now;
    this.#drawn = now;
    const rate = done / Math.max((now - this.#started) / 1000, 1e-3);
    const filled = total ? Math.round(Math.min(done / total, 1) * BAR_WIDTH) : 0;
    const bar = total ? `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${done}/${total}` : `${done}`;
    const left = total && rate > 0 ? `, ${Math.ceil((total - done) / rate)} s left` : '';
    process.stderr.write(`\r\u001B[2K${printable(what)} ${bar} ${rate.toFixed(0)}/s${left}`);
    this.#barShown = true;
    if (done === total) this.#clearBar();
  };

  #clearBar(): void {
    if (this.#barShown) process.stderr.write('\r\u001B[2K');
    this.#barShown = false;
  }
}
