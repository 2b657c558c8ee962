import { DataCalls } from './data-calls.ts';
import type { CallMessage, CallOutcome } from './data-file.ts';
import { UnreadableFileError } from './data-table.ts';

const calls = new DataCalls();

async function run({ call }: CallMessage): Promise<unknown> {
  if (call.name === 'read') return calls.read(...call.args);
  return call.name === 'build' ? calls.build(...call.args) : calls.pack(...call.args);
}

async function answer(message: CallMessage): Promise<void> {
  const outcome: CallOutcome = await run(message).then(
    (value) => ({ id: message.id, value }),
    // The message of another error is for developers.
    (error: unknown) => ({
      id: message.id,
      failure: error instanceof UnreadableFileError ? error.message : null,
    }),
  );
  postMessage(outcome);
}

addEventListener('message', ({ data }: MessageEvent<CallMessage>) => void answer(data));
