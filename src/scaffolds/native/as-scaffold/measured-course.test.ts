import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { EpisodeEvent } from '../../../core/contracts/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import { taskNamed } from '../../../tasks/registry.ts';
import { MeasuredCourse } from './measured-course.ts';

function opened(task: string) {
  const events: EpisodeEvent[] = [];
  const environment = taskNamed('repaired', task, {}).open(1);
  const course = new MeasuredCourse(environment, { record: (event) => events.push(event) }, (id) => `x${id}`);
  let calls = 0;
  const ask = (name: string, args: JsonObject): string => {
    const id = `call-${calls++}`;
    course.asked.ask({ id, name, args });
    return id;
  };
  const decisions = () =>
    events.flatMap((event) =>
      event.type === 'decision' ? [`${event.decision} ${event.owner} ${event.choice}`] : [],
    );
  return { course, events, ask, decisions, serve: course.environment.call };
}

/** Asks and serves pages until one fails with a status that a retry can help. */
async function untilFault({ ask, serve }: ReturnType<typeof opened>): Promise<number> {
  for (let page = 1; page < 50; page += 1) {
    ask('fetch_page', { page });
    const { isError } = await serve('fetch_page', { page });
    if (isError) return page;
  }
  throw new Error('no fault was met');
}

verifies('native.scaffold.measured-loss', async () => {
  const episode = opened('T8_mixed_faults');
  const page = await untilFault(episode);
  episode.ask('fetch_page', { page });
  episode.ask('fetch_page', { page: page + 1 });
  await episode.serve('fetch_page', { page: page + 1 });
  expect(episode.decisions()).toContain('retry scaffold skip');
  episode.course.ends(undefined, true);
  expect(episode.events).toContainEqual({
    type: 'note',
    owner: 'scaffold',
    text: `fetch_page {"page":${page}} was asked for and never reached the service`,
  });
});

test('a skip that the model asked for is the model’s', async () => {
  const episode = opened('T8_mixed_faults');
  const page = await untilFault(episode);
  episode.ask('fetch_page', { page: page + 1 });
  await episode.serve('fetch_page', { page: page + 1 });
  expect(episode.decisions()).toContain('retry model skip');
});

test('a submission that did not arrive is the harness’s doing, and one that was never asked for the model’s', () => {
  const swallowed = opened('T3_duplicates');
  swallowed.ask('submit_results', { data_jsonl: '', metadata_json: '{}', run_log: '' });
  swallowed.course.ends(undefined, true);
  expect(swallowed.decisions()).toEqual(['submission scaffold never']);
  const silent = opened('T3_duplicates');
  silent.course.ends(undefined, true);
  expect(silent.decisions()).toEqual(['submission model never']);
});

test('a result that is shown under a rewritten id, then otherwise, then no longer, is noted', async () => {
  const { course, events, ask, serve } = opened('T3_duplicates');
  const id = ask('fetch_page', { page: 1 });
  const { value } = await serve('fetch_page', { page: 1 });
  const text = JSON.stringify(value);
  course.shows([{ callId: `x${id}`, text, parts: [] }]);
  expect(events.at(-1)).toEqual({ type: 'shown', owner: 'scaffold', text, full: text.length, cut: 0 });
  course.shows([{ callId: `x${id}`, text: '[cleared]', parts: [] }]);
  course.shows([]);
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []));
  expect(notes).toEqual([
    `The result of x${id} is shown otherwise than before`,
    `The result of x${id} is no longer shown`,
  ]);
});
