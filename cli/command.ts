import type { Io } from './io.ts';

/** One word of the command line, such as `push`. */
export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** The whole help, beginning with `Usage: platen …`. */
  readonly usage: string;
  /**
   * @param args what follows the name
   * @returns the exit code: `EXIT.ok` or `EXIT.failed`
   * @throws {UsageError | CommandFailure}; what `@platen/client` throws
   */
  run(args: readonly string[], io: Io): Promise<number>;
}

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** The command line is wrong. Shown with the usage, and ends with `EXIT.usage`. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that the message explains to the user, with one problem on each line. Ends with `EXIT.failed`. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.problems = problems;
  }
}
