import type { Reporter, TestModule } from 'vitest/node';

/**
 * Messages that workerd writes when tests end connections and delete storage on purpose. None of it is from the Worker: its own
 * errors fail a test, or are printed.
 */
const EXPECTED: readonly RegExp[] = [
  // The other side of a connection is gone.
  /^(?:uncaught exception; )?exception = \S+ disconnected: /,
  /^uncaught exception; source = Uncaught \(in promise\); stack = Error: Network connection lost\.\s*$/,
  // Miniflare's Browser Run forwards a message to a connection that a test has closed.
  /^uncaught exception; source = Uncaught; stack = TypeError: Can't call WebSocket send\(\) after close\(\)\.\s+at \S+\/browser-rendering\/binding\.worker\.js:\S+\s*$/,
  // `reset` between two files.
  /^exception = \S+ failed: jsg\.Error: Application called deleteAllDurableObjects\(\)\./,
  // The rest of a message that came in two parts.
  /^\S*workerd@[\da-f]+(?: \S*workerd@[\da-f]+)*\s*$/,
  // A ledger sets an alarm at the time of a test's clock, and runs it by the real one.
  /^NOSENTRY SQLite alarm overdue, running despite AlarmManager mismatch; /,
  // A test's source of a body that fails.
  /^uncaught exception; exception = \S+ failed: jsg\.Error: R2 is away/,
];

/** The last messages are the ones nearest to a failure, if it ended the run. More would hide what failed. */
const MOST_CHARACTERS = 2_000;

/** Keeps these messages out of the output of a run. If a test fails, the last of them are printed. */
export default class RuntimeMessages implements Reporter {
  readonly #restore: (() => void)[] = [];
  #kept = '';

  onInit(): void {
    for (const stream of [process.stdout, process.stderr]) this.#filter(stream);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    for (const restore of this.#restore) restore();
    if (errors.length > 0 || modules.some((module) => !module.ok())) this.#print();
  }

  #print(): void {
    if (this.#kept !== '') process.stderr.write(`The last messages of the runtime:\n${this.#kept}\n`);
  }

  #filter(stream: NodeJS.WriteStream): void {
    const write = stream.write.bind(stream);
    const filtered = ((...args: Parameters<typeof write>): boolean => {
      const [message] = args;
      if (typeof message !== 'string' || !EXPECTED.some((pattern) => pattern.test(message))) {
        return write(...args);
      }
      this.#kept = `${this.#kept}${message}`.slice(-MOST_CHARACTERS);
      return true;
    }) as typeof write;
    stream.write = filtered;
    this.#restore.push(() => {
      // On a terminal, Vitest replaces it too, and may have restored it already.
      if (stream.write === filtered) stream.write = write;
    });
  }
}
