import { expect, test } from 'vitest';
import { imageFiles } from './image-files.ts';

const FILES = ['Dockerfile', 'data/a.csv', 'data/deep/b.csv', 'run.sh'];

const copied = (dockerfile: string, workdir?: string) =>
  Object.fromEntries([...imageFiles(dockerfile, FILES, workdir).copies].map(([from, to]) => [to, from]));

test('files that are copied into the working folder are found, whichever way the copy is written', () => {
  expect(copied('FROM x\nWORKDIR /app\nCOPY data/ /app/in/\nCOPY run.sh .\n')).toEqual({
    'in/a.csv': 'data/a.csv',
    'in/deep/b.csv': 'data/deep/b.csv',
    'run.sh': 'run.sh',
  });
  expect(copied('WORKDIR /app\nCOPY --chown=u:u ["run.sh", "start.sh"]')).toEqual({ 'start.sh': 'run.sh' });
  expect(copied('WORKDIR /elsewhere\nCOPY run.sh \\\n  /app/', '/app')).toEqual({ 'run.sh': 'run.sh' });
});

test('a copy that leaves the context or the working folder is told and not made', () => {
  for (const line of [
    'COPY ../secret.txt .',
    'COPY run.sh /etc/',
    'COPY run.sh ../out.sh',
    'COPY *.sh .',
    'COPY --from=build /x .',
    'ADD https://example.org/x.tar .',
    'COPY ["run.sh"',
    'COPY absent.txt .',
  ]) {
    const { copies, losses } = imageFiles(`WORKDIR /app\n${line}\n`, FILES, undefined);
    expect([...copies], line).toEqual([]);
    expect(losses, line).toMatchObject([{ fate: 'unknown' }]);
  }
});
