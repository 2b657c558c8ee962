import { afterAll, beforeAll, expect, vi } from 'vitest';
import { eventually } from './eventually.ts';

/** The things that a file could leave to the next one of its process. */
interface Surroundings {
  readonly folder: string;
  /** Names of global values, and those values that tests like to replace. */
  readonly globals: readonly string[];
  readonly replaceable: Record<string, unknown>;
  readonly fakeTimers: boolean;
  /** The kind of each process, server and thread that runs. */
  readonly running: readonly string[];
}

const RUNNING = new Set(['ProcessWrap', 'TCPServerWrap', 'PipeServerWrap', 'UDPWrap', 'Worker']);

/** pdf.js makes the first two when it reads its first PDF, and tslib its helpers, `__assign` and others, when it is loaded. */
const isOfLibrary = (name: string): boolean => /^(?:pdfjsWorker|self|__\w+)$/.test(name);

const surroundings = (): Surroundings => ({
  folder: process.cwd(),
  // Libraries find other copies of themselves under symbols.
  globals: Object.getOwnPropertyNames(globalThis).filter((name) => !isOfLibrary(name)),
  replaceable: { ...console, fetch, Date, now: Date.now, random: Math.random },
  fakeTimers: vi.isFakeTimers(),
  running: process
    .getActiveResourcesInfo()
    .filter((name) => RUNNING.has(name))
    .toSorted(),
});

let before: Surroundings;
let variables: Record<string, string | undefined>;

beforeAll(() => {
  before = surroundings();
  variables = { ...process.env };
});

// It runs after the hooks of the file.
afterAll(async () => {
  const { running, ...others } = before;
  const after = surroundings();
  for (const [name, value] of Object.entries(others)) {
    expect(Reflect.get(after, name), `${name} that the next file gets`).toEqual(value);
  }
  // Names only: a value may be a secret of the machine.
  const names = Object.keys({ ...variables, ...process.env });
  const changed = names.filter((name) => process.env[name] !== variables[name]);
  expect(changed, 'changed environment that the next file gets').toEqual([]);
  // A process may still be ending.
  await eventually(() => expect(surroundings().running, 'what runs beside the next file').toEqual(running));
});
