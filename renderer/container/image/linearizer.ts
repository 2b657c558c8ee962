import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ByteSource, streamed } from '@platen/pdf';
import { JobSlots, PrintCancelled, PrintFailed, PrintTimeout } from '@platen/print-engine';
import { z } from 'zod';
import { PDF_BYTES, PREFACE_BYTES, TIMEOUT_MS, WORKSPACE_ID } from '../protocol.ts';

/** Each has a process of its own, which uses a processor and about 80 MB. */
const AT_A_TIME = 2;

/** A workspace may have one of them. */
const SHARE = 1 / AT_A_TIME;

const MAX_PREFACE_BYTES = 65_536;

const QPDF_PROCESS = new URL('qpdf-process.ts', import.meta.url);

const preface = z.object({ password: z.string().nullable() });

const ended = z.object({ exitCode: z.int() });

/** What qpdf returns. With warnings, the result is complete. */
const SUCCEEDED = [0, 3];

const header = (request: IncomingMessage, name: string): string | undefined =>
  request.headers[name.toLowerCase()]?.toString();

interface LinearizeTerms {
  readonly workspaceId: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Puts PDFs into the order in which a browser shows the first page before the rest has arrived. From file to file. */
export class Linearizer {
  readonly #slots = new JobSlots(AT_A_TIME);

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const deadline = Date.now() + Number(header(request, TIMEOUT_MS));
    const workspaceId = header(request, WORKSPACE_ID) ?? '';
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    await this.#inDirectory({ workspaceId, deadline, signal: closed.signal }, async (directory, signal) => {
      const password = await receive(request, join(directory, 'in.pdf'));
      await runQpdf({ directory, password }, signal);
      const path = join(directory, 'out.pdf');
      const { size } = await stat(path);
      response.writeHead(200, {
        'Content-Type': 'application/pdf',
        'Content-Length': size,
        [PDF_BYTES]: size,
      });
      await pipeline(createReadStream(path), response);
    });
  }

  /** For a PDF that was printed here. Closes it. @param use reads the linearized PDF, which exists only meanwhile */
  async linearize(
    pdf: ByteSource,
    { password, ...terms }: LinearizeTerms & { readonly password: string | null },
    use: (linearized: ByteSource) => Promise<void>,
  ): Promise<void> {
    await this.#inDirectory(terms, async (directory, signal) => {
      await pipeline(streamed(pdf), createWriteStream(join(directory, 'in.pdf'), { mode: 0o600 }));
      await runQpdf({ directory, password }, signal);
      await using file = await open(join(directory, 'out.pdf'));
      const { size } = await file.stat();
      await use({
        sizeBytes: size,
        async read(offset, length) {
          const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
          await file.read(bytes, 0, bytes.byteLength, offset);
          return bytes;
        },
      });
    });
  }

  async #inDirectory(
    { workspaceId, deadline, signal }: LinearizeTerms,
    work: (directory: string, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    await this.#slots.acquire({ workspaceId, deadline, pageShare: SHARE }, signal);
    try {
      const directory = await mkdtemp(join(tmpdir(), 'linearize-'));
      try {
        await work(directory, AbortSignal.any([signal, timeoutAt(deadline)]));
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    } finally {
      this.#slots.release({ workspaceId });
    }
  }
}

const timeoutAt = (deadline: number): AbortSignal => AbortSignal.timeout(Math.max(0, deadline - Date.now()));

/** Writes the PDF to a file. Returns the password, which comes before it and is never in a file. */
async function receive(request: IncomingMessage, path: string): Promise<string | null> {
  const prefaceBytes = Number(header(request, PREFACE_BYTES));
  if (!(prefaceBytes <= MAX_PREFACE_BYTES)) throw new PrintFailed('the request has no preface');
  const start: Buffer[] = [];
  let missing = prefaceBytes;
  await pipeline(
    request,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        const head = chunk.subarray(0, missing);
        if (head.byteLength > 0) start.push(head);
        missing -= head.byteLength;
        yield chunk.subarray(head.byteLength);
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  return preface.parse(JSON.parse(Buffer.concat(start).toString('utf8'))).password;
}

interface QpdfTask {
  readonly directory: string;
  readonly password: string | null;
}

/** A process, because qpdf blocks its thread, and so that it can be ended. It has none of this one's variables. */
async function runQpdf(task: QpdfTask, signal: AbortSignal): Promise<void> {
  const child = fork(QPDF_PROCESS, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  try {
    const exited = once(child, 'exit');
    const answered = once(child, 'message');
    child.send(task);
    // Rejects with the error of the process, such as one that could not start.
    const [answer]: unknown[] = await Promise.race([answered, exited.then(() => [null])]);
    if (signal.aborted) throw toStopError(signal);
    const { data } = ended.safeParse(answer);
    if (!data || !SUCCEEDED.includes(data.exitCode)) {
      const end = data ? `returned ${data.exitCode}` : 'ended without an answer';
      throw new PrintFailed(`qpdf could not linearize the PDF: it ${end}`);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

const toStopError = ({ reason }: AbortSignal): Error =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new PrintTimeout('the PDF was not linearized in time')
    : new PrintCancelled('the client hung up');
