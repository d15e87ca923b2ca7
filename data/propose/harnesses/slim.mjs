const MOST_SILENT = 3;

const REMINDER = 'No tool was called. Call a tool to go on; the task ends when your result is handed in.';

async function carryOut(episode, messages, move) {
  for (const { id, name, args } of move.calls) {
    const { isError, text } = await episode.call(name, args);
    messages.push({ role: 'tool', callId: id, name, text, isError });
  }
}

export async function run(episode) {
  const messages = [{ role: 'user', text: episode.instruction }];
  let silent = 0;
  for (let turn = 0; turn < episode.limits.turns && silent < MOST_SILENT; turn += 1) {
    const move = await episode.decide(messages);
    messages.push({ role: 'assistant', text: move.text, calls: move.calls });
    if (move.calls.length === 0) messages.push({ role: 'user', text: REMINDER });
    silent = move.calls.length === 0 ? silent + 1 : 0;
    await carryOut(episode, messages, move);
    if (episode.submitted()) return;
  }
}
