import { CONSOLE_ERROR_EVENT } from '../messages.ts';
import { MAX_ENTRIES, MAX_ENTRY_CHARACTERS } from './limits.ts';
import { onWindow } from './pristine.ts';

let errors: string[] = [];

/** The document's world sends its errors as events. A document may send its own. */
export function watchConsoleErrors(): void {
  onWindow(CONSOLE_ERROR_EVENT, (event) => {
    if (!(event instanceof CustomEvent) || errors.length >= MAX_ENTRIES) return;
    const { detail } = event;
    if (typeof detail === 'string') errors.push(detail.slice(0, MAX_ENTRY_CHARACTERS));
  });
}

export function takeConsoleErrors(): string[] {
  const taken = errors;
  errors = [];
  return taken;
}
