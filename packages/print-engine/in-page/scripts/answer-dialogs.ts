import { onWindow } from './pristine.ts';
import { reportWork } from './report-work.ts';

/**
 * Runs in the document's own world, before its scripts. A dialog of Chromium would stop the page, and Chromium sends
 * lines of the console to its main process, at any length.
 */
Object.assign(globalThis, {
  alert() {},
  confirm: () => true,
  prompt: (_text?: string, value: unknown = '') => String(value),
});

const ignore = (): void => {};
Object.assign(console, {
  assert: ignore,
  count: ignore,
  debug: ignore,
  dir: ignore,
  dirxml: ignore,
  error: ignore,
  group: ignore,
  groupCollapsed: ignore,
  info: ignore,
  log: ignore,
  table: ignore,
  timeEnd: ignore,
  timeLog: ignore,
  trace: ignore,
  warn: ignore,
});

const silence = (event: Event): void => event.preventDefault();

// Each document that is set, or opened by a script, removes all listeners. The observer runs before its first script.
new MutationObserver(() => {
  for (const type of ['error', 'unhandledrejection']) onWindow(type, silence);
}).observe(document, { childList: true });

reportWork();
