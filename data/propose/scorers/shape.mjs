const FIELDS = ['id', 'country', 'value'];

const holds = (record) => FIELDS.every((field) => record?.[field] !== undefined);

export function score(submission, gold) {
  const { records, report } = submission ?? {};
  let points = 0;
  if (Array.isArray(records)) points += 25;
  if (Array.isArray(records) && records.every(holds)) points += 25;
  if (report?.task === gold.report.task) points += 25;
  if (report?.row_count === records?.length) points += 25;
  return points / 100;
}
