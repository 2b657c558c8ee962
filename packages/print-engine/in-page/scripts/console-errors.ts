import { CONSOLE_ERROR_EVENT, type ScriptError, UNCAUGHT_ERROR_EVENT } from '../messages.ts';
import { MAX_ENTRIES, MAX_ENTRY_CHARACTERS } from './limits.ts';
import { onWindow } from './pristine.ts';

let errors: ScriptError[] = [];

/** The document's world sends its errors as events. A document may send its own, so each kind has a limit. */
export function watchConsoleErrors(): void {
  for (const name of [CONSOLE_ERROR_EVENT, UNCAUGHT_ERROR_EVENT]) {
    const isUncaught = name === UNCAUGHT_ERROR_EVENT;
    let count = 0;
    onWindow(name, (event) => {
      if (!(event instanceof CustomEvent) || typeof event.detail !== 'string' || count >= MAX_ENTRIES) return;
      count += 1;
      errors.push({ text: event.detail.slice(0, MAX_ENTRY_CHARACTERS), isUncaught });
    });
  }
}

export function takeConsoleErrors(): ScriptError[] {
  const taken = errors;
  errors = [];
  return taken;
}
