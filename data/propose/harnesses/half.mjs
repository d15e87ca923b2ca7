const ADVICE = 'A page failed. Answer with one word: retry to ask for it again, skip to go on without it.';

const keyOf = (row) => [row.year, row.reporter, row.partner, row.flow, row.hs, row.record_id].join('|');

async function again(episode, messages, report) {
  messages.push({ role: 'user', text: JSON.stringify(report) });
  const move = await episode.decide(messages, { choices: ['retry', 'skip'] });
  messages.push({ role: 'assistant', text: move.text, calls: [] });
  return move.text.trim() === 'retry';
}

async function pageOf(episode, messages, page) {
  for (let attempt = 1; ; attempt += 1) {
    const { isError, value } = await episode.call('fetch_page', { page });
    if (!isError) return value;
    const fault = value.error?.status ?? value.status ?? null;
    if (!(value.error?.retryable ?? value.retry)) return undefined;
    const report = { fault, page, attempt, quota_left: null, pages_left: null };
    if (!(await again(episode, messages, report))) return { rows: [], has_more: true };
  }
}

export async function run(episode) {
  const messages = [{ role: 'system', text: ADVICE }];
  const { value: info } = await episode.call('get_task_info', {});
  const kept = new Map();
  for (let page = 1; ; page += 1) {
    const served = await pageOf(episode, messages, page);
    if (served === undefined) break;
    for (const row of served.rows) {
      if (!row.isTotal && !row.is_total) kept.set(keyOf(row), row);
    }
    if (!served.has_more) break;
  }
  const rows = [...kept.values()];
  await episode.call('submit_results', {
    data_jsonl: rows.map((row) => JSON.stringify(row)).join('\n'),
    metadata_json: JSON.stringify({ task_id: info.task_id, query: info.query, row_count: rows.length }),
    run_log: `task_id=${info.task_id}\nrows=${rows.length}\ncomplete=true`,
  });
}
