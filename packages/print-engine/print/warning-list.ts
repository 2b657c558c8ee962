import type { RenderWarning } from '@platen/pdf';
import { REPORT_LIMITS } from '../render-report.ts';

const MAX_CHARACTERS = 500;

/** Keeps each warning once. */
export class WarningList {
  readonly #entries = new Map<string, RenderWarning>();

  add({ code, message, field }: RenderWarning): void {
    if (this.#entries.size >= REPORT_LIMITS.warnings) return;
    const entry = { code, message: cut(message), field: field === null ? null : cut(field) };
    this.#entries.set(JSON.stringify(entry), entry);
  }

  toArray(): RenderWarning[] {
    return [...this.#entries.values()];
  }
}

const cut = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`;
