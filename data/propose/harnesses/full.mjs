const MAX_ATTEMPTS = 4;

const keyOf = (row) => [row.year, row.reporter, row.partner, row.flow, row.hs, row.record_id].join('|');

const temporary = (value) => value?.retry === true || value?.error?.retryable === true;

async function fetchPage(episode, page) {
  for (let attempt = 1; ; attempt += 1) {
    const result = await episode.call('fetch_page', { page });
    if (!result.isError || !temporary(result.value) || attempt === MAX_ATTEMPTS) return result;
  }
}

export async function run(episode) {
  const messages = [{ role: 'user', text: episode.instruction }];
  await episode.decide(messages);
  const { value: info } = await episode.call('get_task_info', {});
  const kept = new Map();
  for (let page = 1; ; page += 1) {
    const { isError, value } = await fetchPage(episode, page);
    if (!isError) {
      for (const row of value.rows) {
        if (row.isTotal || row.is_total) continue;
        kept.set(keyOf(row), row);
      }
    }
    const more = isError ? temporary(value) : value.has_more;
    if (!more) break;
  }
  const rows = [...kept.values()];
  await episode.call('submit_results', {
    data_jsonl: rows.map((row) => JSON.stringify(row)).join('\n'),
    metadata_json: JSON.stringify({ task_id: info.task_id, query: info.query, row_count: rows.length }),
    run_log: `task_id=${info.task_id}\nrows=${rows.length}\ncomplete=true`,
  });
}
