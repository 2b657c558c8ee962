import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { DevToolsSocket } from '@platen/print-engine';

const END_OF_MESSAGE = 0;

/** Chromium reads from file descriptor 3 and writes to 4. Each message ends with a zero byte. */
export function openPipe(commands: Writable, events: Readable): DevToolsSocket {
  const emitter = new EventEmitter<{ message: [{ data: unknown }]; close: [] }>();
  const closed = () => emitter.emit('close');
  // A browser that ends may break the pipe within a message. Listeners only need to know that it closed.
  commands.on('error', closed);
  events.on('error', closed).on('close', closed);
  readMessages(events, (data) => emitter.emit('message', { data }));
  return {
    send(text) {
      commands.write(`${text}\0`);
    },
    close() {
      commands.destroy();
      events.destroy();
    },
    addEventListener(type: string, listener: (event: { data: unknown }) => void) {
      if (type === 'message') emitter.on('message', listener);
      else emitter.on('close', () => listener({ data: undefined }));
    },
  };
}

function readMessages(events: Readable, onMessage: (text: string) => void): void {
  let parts: Buffer[] = [];
  events.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(END_OF_MESSAGE); end >= 0; end = chunk.indexOf(END_OF_MESSAGE, start)) {
      parts.push(chunk.subarray(start, end));
      onMessage(Buffer.concat(parts).toString('utf8'));
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  });
}
