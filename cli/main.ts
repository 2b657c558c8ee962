import { PlatenConnectionError, PlatenError, PlatenTimeoutError } from '@platen/client';
import { CommandFailure, EXIT, UsageError } from './command.ts';
import { COMMANDS, findCommand } from './commands/registry.ts';
import type { Io } from './io.ts';
import { VERSION } from './version.ts';

/** @returns the exit code */
export async function main([name = 'help', ...args]: readonly string[], io: Io): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return showHelp(args[0], io);
  if (['version', '--version', '-v'].includes(name)) {
    io.out(VERSION);
    return EXIT.ok;
  }
  const command = await findCommand(name);
  if (command === null) {
    io.err(`There is no command "${name}".\n\n${await listCommands()}`);
    return EXIT.usage;
  }
  if (args.includes('--help') || args.includes('-h')) return showHelp(name, io);
  try {
    return await command.run(args, io);
  } catch (error) {
    return explain(error, command.usage, io);
  }
}

async function showHelp(name: string | undefined, io: Io): Promise<number> {
  const command = name === undefined ? null : await findCommand(name);
  io.out(command?.usage ?? (await listCommands()));
  return EXIT.ok;
}

async function listCommands(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Usage: platen <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '`platen help <command>` explains a command. Exit codes: 0, 1 (a check failed), 2 (the command line is wrong).',
  ].join('\n');
}

function explain(error: unknown, usage: string, io: Io): number {
  if (error instanceof UsageError) {
    io.err(`${error.message}\n\n${usage}`);
    return EXIT.usage;
  }
  for (const line of describeFailure(error)) io.err(line);
  return EXIT.failed;
}

function describeFailure(error: unknown): string[] {
  if (error instanceof CommandFailure) return [error.message, ...indented(error.problems)];
  if (error instanceof PlatenError) {
    const { code, message, details, requestId } = error;
    return [
      `${code}: ${message}`,
      ...indented(details ?? []),
      ...(requestId ? [`Request: ${requestId}`] : []),
    ];
  }
  if (error instanceof PlatenConnectionError || error instanceof PlatenTimeoutError) return [error.message];
  // A fault of this program: the stack is what a report of it needs.
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
