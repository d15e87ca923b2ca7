// Writes the JSON Schema of every format into schemas/. With --check it writes nothing and fails on any difference.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jsonSchemaOf, PUBLISHED_SCHEMAS, schemaFile } from '../src/commands/schemas.ts';

const folder = resolve(import.meta.dirname, '../schemas');
const check = process.argv.includes('--check');
const wanted = new Map(
  PUBLISHED_SCHEMAS.map((entry) => [schemaFile(entry), `${JSON.stringify(jsonSchemaOf(entry), null, 2)}\n`]),
);
mkdirSync(folder, { recursive: true });
const present = readdirSync(folder);
const stale = present.filter((name) => !wanted.has(name));
const changed = [...wanted].filter(([name, text]) => {
  const file = join(folder, name);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});

if (!check) {
  for (const name of stale) rmSync(join(folder, name));
  for (const [name, text] of changed) writeFileSync(join(folder, name), text);
}
for (const name of [...stale, ...changed.map(([name]) => name)]) {
  console.error(`schemas/${name} ${check ? 'does not match the code' : 'brought up to date'}`);
}
if (check && stale.length + changed.length > 0) {
  console.error(
    'Run npm run schemas and review the difference: a changed format needs a new version and a reader',
  );
  process.exitCode = 1;
}
