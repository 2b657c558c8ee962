import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DrawAnswer, DrawRequest } from './protocol.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** The process may have this much data. PDFium takes about 60 MiB, three times the PDF, and its images. */
const MAX_KILOBYTES = 768 * 1024;

const LIMITED = 'ulimit -d "$PROCESS_KILOBYTES" && exec "$0" "$@"';

/** The process ended: what it drew needs too much memory, or broke PDFium. */
class DrawingFailed extends Error {
  override readonly name = 'DrawingFailed';
}

/** Draws one page at a time. After a failure it has ended. */
export class DrawingProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  hasEnded = false;
  /** Its memory grows with the largest PDF. */
  drawings = 0;

  constructor() {
    const { PATH, LANG, TMPDIR } = process.env;
    this.#child = spawn('/bin/sh', ['-c', LIMITED, process.execPath, MAIN], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // Without the server's secrets.
      env: { PATH, LANG, TMPDIR, PROCESS_KILOBYTES: String(MAX_KILOBYTES) },
    });
    this.#child.on('error', () => {});
    this.#ended = once(this.#child, 'exit').then(
      () => this.#noteEnd(),
      () => this.#noteEnd(),
    );
  }

  #noteEnd(): void {
    this.hasEnded = true;
  }

  /** @throws {DrawingFailed} @throws whatever the signal aborts with; the process is ended then */
  async draw(request: DrawRequest, signal: AbortSignal): Promise<DrawAnswer> {
    this.drawings += 1;
    const ended = this.#ended.then(() => {
      throw new DrawingFailed('the process that draws pages has ended');
    });
    ended.catch(() => {});
    try {
      const answered = once(this.#child, 'message', { signal });
      answered.catch(() => {});
      this.#child.send(request, () => {});
      const [answer] = await Promise.race([answered, ended]);
      return answer;
    } catch (error) {
      await this.end();
      throw signal.aborted ? signal.reason : error;
    }
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
