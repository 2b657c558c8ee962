import type { DevToolsEvent } from './devtools/connection.ts';
import type { ReadyPage } from './in-page.ts';
import type { PrintPage } from './page.ts';
import type { RenderReport } from './renderer.ts';

/** A page may fail as often as it likes; the report, and what it costs the broker, is bounded. */
const MAX_ENTRIES = 50;
const MAX_TEXT = 500;
const COMMAND_MS = 5_000;

/** Writes down what goes wrong while a page renders, and how long each step takes. */
export class Recorder {
  readonly #page: PrintPage;
  readonly #failedResources: { url: string; reason: string }[] = [];
  readonly #consoleErrors: string[] = [];
  readonly #phases: Record<string, number> = {};
  #phaseStart = performance.now();

  constructor(page: PrintPage) {
    this.#page = page;
    page.onEvent = (event) => this.#hear(event);
  }

  stop(): void {
    this.#page.onEvent = null;
  }

  phase(name: string): void {
    const now = performance.now();
    this.#phases[name] = Math.round((now - this.#phaseStart) * 10) / 10;
    this.#phaseStart = now;
  }

  add(ready: ReadyPage): void {
    for (const family of ready.failedFonts) this.#fail(family, 'the font did not load');
  }

  report(pageCount: number): RenderReport {
    return {
      pageCount,
      failedResources: this.#failedResources,
      consoleErrors: this.#consoleErrors,
      missingGlyphs: [],
      phases: this.#phases,
    };
  }

  #hear(event: DevToolsEvent): void {
    if (event.method === 'Fetch.requestPaused') {
      const { requestId } = event.parameters;
      void this.#page.send('Fetch.continueRequest', { requestId }, COMMAND_MS).catch(() => {});
    } else if (event.method === 'Log.entryAdded') {
      const { level, source, text, url } = event.parameters.entry;
      if (level !== 'error') return;
      if (source === 'network' && url) this.#fail(url, text);
    }
  }

  #fail(url: string, reason: string): void {
    if (this.#failedResources.length >= MAX_ENTRIES) return;
    this.#failedResources.push({ url: url.slice(0, MAX_TEXT), reason: reason.slice(0, MAX_TEXT) });
    if (this.#failedResources.length === MAX_ENTRIES) {
      void this.#page.send('Log.disable', {}, COMMAND_MS).catch(() => {});
    }
  }
}
