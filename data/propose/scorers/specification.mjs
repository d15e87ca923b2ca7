const sameValue = (given, expected) =>
  typeof given === 'string' && typeof expected === 'string'
    ? given.toLowerCase() === expected.toLowerCase()
    : JSON.stringify(given) === JSON.stringify(expected);

const sameCall = (call, expected) =>
  call?.name === expected.name &&
  Object.keys(call.args).length === Object.keys(expected.args).length &&
  Object.entries(expected.args).every(([name, value]) => sameValue(call.args[name], value));

export function score(submission, gold) {
  const calls = Array.isArray(submission?.calls) ? submission.calls : [];
  if (calls.length !== gold.calls.length) return 0;
  return calls.every((call, at) => sameCall(call, gold.calls[at])) ? 1 : 0;
}
