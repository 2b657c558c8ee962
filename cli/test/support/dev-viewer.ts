import { CommandFailure } from '../../command.ts';
import type { DevMessage } from '../../local/dev/messages.ts';

/** A page of `platen dev`, as far as its messages go. */
export class DevViewer {
  readonly #stop = new AbortController();
  readonly #waiting: ((message: DevMessage) => void)[] = [];
  readonly #messages: DevMessage[] = [];

  /** @param wish such as `template=note&sample=long` */
  static async open(url: string, wish = ''): Promise<DevViewer> {
    const viewer = new DevViewer();
    const response = await fetch(`${url}events?${wish}`, { signal: viewer.#stop.signal });
    if (response.body === null) throw new CommandFailure('The server sends no messages.');
    void viewer.#read(response.body).catch(() => {});
    return viewer;
  }

  /** @returns the next message of this kind, also one that has come already */
  async next<Kind extends DevMessage['kind']>(kind: Kind): Promise<Extract<DevMessage, { kind: Kind }>> {
    for (;;) {
      const message =
        this.#messages.shift() ?? (await new Promise<DevMessage>((resolve) => this.#waiting.push(resolve)));
      if (isOfKind(message, kind)) return message;
    }
  }

  close(): void {
    this.#stop.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body) {
      const parts = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) this.#receive(JSON.parse(part.slice('data: '.length)) as DevMessage);
    }
  }

  #receive(message: DevMessage): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#messages.push(message);
    else waiting(message);
  }
}

const isOfKind = <Kind extends DevMessage['kind']>(
  message: DevMessage,
  kind: Kind,
): message is Extract<DevMessage, { kind: Kind }> => message.kind === kind;
