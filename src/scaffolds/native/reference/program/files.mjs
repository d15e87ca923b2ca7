import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** @param {string} text @param {number | undefined} offset @param {number | undefined} limit */
function lines(text, offset, limit) {
  if (offset === undefined && limit === undefined) return text;
  const all = text.split('\n');
  const from = Math.max(0, (offset ?? 1) - 1);
  const part = all.slice(from, limit === undefined ? undefined : from + limit);
  return `${part.join('\n')}\n[lines ${from + 1} to ${from + part.length} of ${all.length}]`;
}

/** @param {string} workspace @param {{ path: string, offset?: number, limit?: number }} args */
export function readText(workspace, { path, offset, limit }) {
  return lines(readFileSync(resolve(workspace, path), 'utf8'), offset, limit);
}

/** @param {string} workspace @param {{ path: string, text: string }} args */
export function writeText(workspace, { path, text }) {
  const place = resolve(workspace, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
  return `Wrote ${Buffer.byteLength(text)} bytes to ${path}.`;
}

/** @param {Buffer} bytes @param {Buffer} wanted */
function placesOf(bytes, wanted) {
  const places = [];
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + wanted.length))
    places.push(at);
  return places;
}

/**
 * Replaces one part of a file, to the byte: whatever else the file holds stays as it is, text or not.
 *
 * @param {string} workspace
 * @param {{ path: string, find: string, replace: string }} args
 * @param {import('./types.ts').Seams} seams
 */
export function editText(workspace, { path, find, replace }, seams) {
  const place = resolve(workspace, path);
  const before = readFileSync(place);
  const wanted = Buffer.from(find, 'utf8');
  const places = wanted.length === 0 ? [] : placesOf(before, wanted);
  const [at] = places;
  if (at === undefined || places.length > 1)
    throw new Error(`the text to replace stands ${places.length} times in ${path}; nothing was changed`);
  const after = Buffer.concat([
    before.subarray(0, at),
    Buffer.from(replace, 'utf8'),
    before.subarray(at + wanted.length),
  ]);
  writeFileSync(place, seams.edited(after, before));
  return `Edited ${path}: one place was replaced.`;
}
