import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The streams and settings of the process that a command uses. Tests pass their own. */
export interface Io {
  /** The working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A person can answer questions. It is never true in CI. */
  readonly isInteractive: boolean;
  /** Writes a line of results. */
  out(line: string): void;
  /** Writes a line for people: progress and problems. */
  err(line: string): void;
  /** Asks a person. What is typed for a secret is not shown. */
  ask(question: string, options?: { readonly isSecret?: boolean }): Promise<string>;
  /** All of the standard input. */
  readInput(): Promise<string>;
  /** Aborts at the first Ctrl+C. A command that does not read it ends at once, as the system does it. */
  readonly signal: AbortSignal;
}

export function processIo(): Io {
  const { stdin, stderr, env } = process;
  let ending: AbortController | null = null;
  return {
    cwd: process.cwd(),
    env,
    isInteractive: stdin.isTTY && stderr.isTTY && !env.CI,
    out: (line) => console.log(line),
    err: (line) => console.error(line),
    ask,
    readInput: () => text(stdin),
    get signal() {
      if (ending === null) {
        const controller = new AbortController();
        process.once('SIGINT', () => controller.abort());
        ending = controller;
      }
      return ending.signal;
    },
  };
}

/** Writes the question to the error output, because the results of a command may go to a file. */
async function ask(question: string, { isSecret = false } = {}): Promise<string> {
  const { stdin, stderr } = process;
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true });
  if (isSecret) stderr.write(question);
  try {
    return await lines.question(isSecret ? '' : question);
  } finally {
    lines.close();
    if (isSecret) stderr.write('\n');
  }
}
