import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './program.ts';

const pages = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

/** Every page that a reader of the project may open, from its root. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...pages('docs'),
];

const prose = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');

/** Anchors as the forges make them from headings. */
function anchorsOf(file: string): string[] {
  return [...prose(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leads(file: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const wanted = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(ROOT, wanted))) return false;
  return anchor === undefined || anchorsOf(wanted).includes(anchor);
}

/** Links of a page that lead nowhere in the project. Links to the outside are not followed. */
export function brokenLinks(file: string): string[] {
  return [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|mailto:)/.test(target) && !leads(file, target));
}
