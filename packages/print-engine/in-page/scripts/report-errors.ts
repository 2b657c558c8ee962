/** Runs in the document's own world, before its scripts. They may change it: it affects only their own report. */
import { CONSOLE_ERROR_EVENT, UNCAUGHT_ERROR_EVENT } from '../messages.ts';
import { MAX_ENTRIES, MAX_ENTRY_CHARACTERS } from './limits.ts';
import { onWindow } from './pristine.ts';

const counts = { [CONSOLE_ERROR_EVENT]: 0, [UNCAUGHT_ERROR_EVENT]: 0 };

/** Each kind has its own limit, so that many console lines do not hide an uncaught error. */
function report(text: string, name: keyof typeof counts = CONSOLE_ERROR_EVENT): void {
  if (counts[name] >= MAX_ENTRIES) return;
  counts[name] += 1;
  const detail = text.slice(0, MAX_ENTRY_CHARACTERS);
  EventTarget.prototype.dispatchEvent.call(window, new CustomEvent(name, { detail }));
}

function toText(value: unknown): string {
  try {
    return String(value).slice(0, MAX_ENTRY_CHARACTERS);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

const toLine = (values: readonly unknown[]): string => values.slice(0, MAX_ENTRIES).map(toText).join(' ');

console.error = (...values: unknown[]) => report(toLine(values));
console.assert = (condition?: boolean, ...values: unknown[]) => {
  if (!condition) report(toLine(values.length > 0 ? values : ['Assertion failed']));
};

// A document that is set removes all listeners. The observer runs before its first script.
const observer = new MutationObserver(() => {
  observer.disconnect();
  onWindow('error', (event) => {
    if (event instanceof ErrorEvent) report(event.message, UNCAUGHT_ERROR_EVENT);
  });
  onWindow('unhandledrejection', (event) => {
    if (event instanceof PromiseRejectionEvent)
      report(`Uncaught (in promise) ${toText(event.reason)}`, UNCAUGHT_ERROR_EVENT);
  });
});
observer.observe(document, { childList: true });
