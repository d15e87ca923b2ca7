import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { STYLE } from './style.ts';

type Palette = Readonly<Record<string, string>>;

function palette(block: string): Palette {
  const pairs = [...block.matchAll(/--([\w-]+):(#[0-9a-f]{3,6})/g)].map(([, name, value]) => [name, value]);
  return Object.fromEntries(pairs) as Palette;
}

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(digits.slice(at, at + 2), 16)));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(colours: Palette, front: string, back: string): number {
  const [a, b] = [luminance(colours[front] ?? ''), luminance(colours[back] ?? '')];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const TEXT: readonly (readonly [string, readonly string[]])[] = [
  ['ink', ['ground', 'raised']],
  ['soft', ['ground', 'raised']],
  ['link', ['ground', 'raised']],
  ['pass', ['ground', 'raised', 'pass-ground']],
  ['fail', ['ground', 'raised', 'fail-ground']],
  ['none', ['ground', 'raised', 'none-ground']],
];
const SERIES = ['s1', 's2', 's3', 's4', 's5', 's6', 's7'];

const LIGHT = palette(STYLE.slice(0, STYLE.indexOf('@media(prefers-color-scheme:dark)')));
const DARK = palette(
  STYLE.slice(STYLE.indexOf('@media(prefers-color-scheme:dark)'), STYLE.indexOf('*{box-sizing')),
);
const PRINT = palette(STYLE.slice(STYLE.indexOf('@media print')));

verifies('report.page.contrast', () => {
  for (const colours of [LIGHT, DARK, PRINT]) {
    for (const [front, grounds] of TEXT) {
      for (const back of grounds)
        expect(contrast(colours, front, back), `${front} on ${back}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const series of SERIES)
      expect(contrast(colours, series, 'ground'), series).toBeGreaterThanOrEqual(3);
  }
});

test('Every colour of the page is defined in light, in dark and for print', () => {
  const used = new Set([...STYLE.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name));
  for (const name of used) {
    expect(LIGHT).toHaveProperty(name as string);
    expect(DARK).toHaveProperty(name as string);
    expect(PRINT).toHaveProperty(name as string);
  }
  expect(used.size).toBeGreaterThan(8);
});

test('The style sheet asks for nothing outside itself', () => {
  expect(STYLE).not.toMatch(/url\(|@import|@font-face|<\//);
});
