import type { Command } from '../command.ts';

/** The commands, in the order of the help. A command is loaded when it is used: some of them bring a browser or an image library. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init.ts')).init,
  login: async () => (await import('./login.ts')).login,
  pull: async () => (await import('./pull.ts')).pull,
  push: async () => (await import('./push.ts')).push,
  dev: async () => (await import('./dev.ts')).dev,
  render: async () => (await import('./render.ts')).render,
  test: async () => (await import('./test.ts')).test,
  import: async () => (await import('./import.ts')).importTemplate,
};

/** @returns null if there is no such command */
export const findCommand = async (name: string): Promise<Command | null> =>
  Object.hasOwn(COMMANDS, name) ? ((await COMMANDS[name]?.()) ?? null) : null;
