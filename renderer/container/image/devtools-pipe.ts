import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { DevToolsSocket } from '@platen/print-engine';

const END_OF_MESSAGE = 0;

/**
 * A page can make its messages as long as it likes. This is the limit of a WebSocket in a Worker, so a browser
 * behind a pipe and one of Browser Run refuse the same pages.
 */
const MAX_MESSAGE_BYTES = 32 * 2 ** 20;

/** The browser sent a message that this server does not read. The connection is closed. */
export class DevToolsMessageRefused extends Error {
  override readonly name = 'DevToolsMessageRefused';
}

export interface PipeOptions {
  readonly maxMessageBytes?: number;
  /** Called before the connection closes because of a message. */
  readonly onRefused?: (error: DevToolsMessageRefused) => void;
}

/**
 * Chromium reads from file descriptor 3 and writes to 4. Each message ends with a zero byte. No message throws an error
 * here: in the handler of an event, it would end the process.
 */
export function openPipe(
  commands: Writable,
  events: Readable,
  { maxMessageBytes = MAX_MESSAGE_BYTES, onRefused }: PipeOptions = {},
): DevToolsSocket {
  const emitter = new EventEmitter<{ message: [{ data: unknown }]; close: [] }>();
  const closed = () => emitter.emit('close');
  const close = () => {
    commands.destroy();
    events.destroy();
  };
  // A browser that ends may break the pipe within a message. Listeners only need to know that it closed.
  commands.on('error', closed);
  events.on('error', closed).on('close', closed);
  const messages = new MessageReader(maxMessageBytes, (data) => emitter.emit('message', { data }));
  events.on('data', (chunk: Buffer) => {
    // `destroy` does not take back what the stream has read already.
    if (events.destroyed) return;
    try {
      messages.read(chunk);
    } catch (error) {
      onRefused?.(toRefused(error));
      close();
    }
  });
  return {
    send(text) {
      commands.write(`${text}\0`);
    },
    close,
    addEventListener(type: string, listener: (event: { data: unknown }) => void) {
      if (type === 'message') emitter.on('message', listener);
      else emitter.on('close', () => listener({ data: undefined }));
    },
  };
}

/** Other errors come from listeners, which parse the message. */
const toRefused = (error: unknown): DevToolsMessageRefused =>
  error instanceof DevToolsMessageRefused
    ? error
    : new DevToolsMessageRefused(`a DevTools message cannot be read: ${String(error)}`, { cause: error });

class MessageReader {
  readonly #maxBytes: number;
  readonly #onMessage: (text: string) => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, onMessage: (text: string) => void) {
    this.#maxBytes = maxBytes;
    this.#onMessage = onMessage;
  }

  /** @throws {DevToolsMessageRefused} a message is too long @throws whatever a listener throws */
  read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(END_OF_MESSAGE); end >= 0; end = chunk.indexOf(END_OF_MESSAGE, start)) {
      this.#keep(chunk.subarray(start, end));
      const message = Buffer.concat(this.#parts, this.#bytes);
      this.#drop();
      this.#onMessage(message.toString('utf8'));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.byteLength;
    if (this.#bytes <= this.#maxBytes) return;
    this.#drop();
    throw new DevToolsMessageRefused(`a DevTools message has more than ${this.#maxBytes} bytes`);
  }

  #drop(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}
