import type { Command } from '../command.ts';

/** In the order of the help. A command is loaded when it is used: some of them bring a browser or an image library. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init.ts')).init,
  login: async () => (await import('./login.ts')).login,
  pull: async () => (await import('./pull.ts')).pull,
  push: async () => (await import('./push.ts')).push,
  dev: async () => (await import('./dev.ts')).dev,
  render: async () => (await import('./render.ts')).render,
  test: async () => (await import('./test.ts')).test,
  types: async () => (await import('./types.ts')).types,
  import: async () => (await import('./import.ts')).importTemplates,
};

/** @returns null if there is no such command */
export const findCommand = async (name: string): Promise<Command | null> =>
  Object.hasOwn(COMMANDS, name) ? ((await COMMANDS[name]?.()) ?? null) : null;
