const keyOf = ({ id, country, value }) => JSON.stringify([id, country, value]);

export function score(submission, gold) {
  const truth = new Set(gold.records.map(keyOf));
  const handedIn = Array.isArray(submission?.records) ? submission.records.map(keyOf) : [];
  const right = new Set(handedIn.filter((key) => truth.has(key))).size;
  if (right === 0) return 0;
  const precision = right / handedIn.length;
  const recall = right / truth.size;
  return (2 * precision * recall) / (precision + recall);
}
