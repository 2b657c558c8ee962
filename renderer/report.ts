import type { DevToolsEvent } from './devtools/connection.ts';
import type { Events } from './devtools/protocol.ts';
import type { ReadyPage } from './in-page.ts';
import type { PrintPage } from './page.ts';
import type { RenderReport } from './renderer.ts';

/** A page may fail as often as it likes; the report, and what it costs the broker, is bounded. */
const MAX_ENTRIES = 50;
const MAX_TEXT = 500;
const MAX_REQUESTS = 2_000;
const COMMAND_MS = 5_000;

/** Writes down what goes wrong while a page renders, and how long each step takes. */
export class Recorder {
  readonly #page: PrintPage;
  readonly #refused: ReadonlySet<string>;
  readonly #requested = new Set<string>();
  readonly #failedResources = new Map<string, string>();
  readonly #consoleErrors: string[] = [];
  readonly #phases: Record<string, number> = {};
  #missingGlyphs: readonly string[] = [];
  #phaseStart = performance.now();

  /**
   * @param refused addresses that are answered with a failure at once
   * @param full listens to the page's console too, which a page that logs without end makes costly
   */
  constructor(page: PrintPage, refused: ReadonlySet<string>, full: boolean) {
    this.#page = page;
    this.#refused = refused;
    page.onEvent = (event) => this.#hear(event);
    if (full) this.#command('Runtime.enable');
  }

  stop(): void {
    this.#page.onEvent = null;
  }

  phase(name: string): void {
    const now = performance.now();
    this.#phases[name] = Math.round((now - this.#phaseStart) * 10) / 10;
    this.#phaseStart = now;
  }

  /** What was asked for and has not come. */
  pending(arrived: readonly string[]): string[] {
    const here = new Set(arrived);
    return [...this.#requested].filter((url) => !here.has(url));
  }

  add(ready: ReadyPage): void {
    this.#missingGlyphs = ready.missingGlyphs ?? [];
    for (const family of ready.failedFonts) this.#fail(family, 'the font did not load');
    if (!ready.cutShort) return;
    for (const url of this.pending(ready.cutShort.arrived)) this.#fail(url, 'did not arrive in time');
  }

  report(pageCount: number): RenderReport {
    return {
      pageCount,
      failedResources: Array.from(this.#failedResources, ([url, reason]) => ({ url, reason })),
      consoleErrors: this.#consoleErrors,
      missingGlyphs: this.#missingGlyphs,
      phases: this.#phases,
    };
  }

  #hear(event: DevToolsEvent): void {
    switch (event.method) {
      case 'Fetch.requestPaused':
        return this.#route(event.params);
      case 'Log.entryAdded': {
        const { level, source, text, url } = event.params.entry;
        if (level === 'error' && source === 'network' && url) this.#fail(url, text);
        return;
      }
      case 'Runtime.consoleAPICalled': {
        const { type, args } = event.params;
        if (type === 'error' || type === 'assert') this.#complain(args.map(textOf).join(' '));
        return;
      }
      case 'Runtime.exceptionThrown': {
        const { text, exception } = event.params.exceptionDetails;
        this.#complain(exception?.description ?? text);
        return;
      }
      default:
    }
  }

  #route({ requestId, request, frameId, resourceType }: Events['Fetch.requestPaused']): void {
    const { url } = request;
    if (this.#requested.size < MAX_REQUESTS) this.#requested.add(url);
    // The document that is to be printed came without a request: this would be another one in its place.
    const leaves = resourceType === 'Document' && frameId === this.#page.targetId;
    if (leaves) {
      this.#fail(url, 'the document may not navigate away');
      this.#page.watch.heldBack();
    }
    const errorReason = leaves ? 'Aborted' : this.#refused.has(url) ? 'TimedOut' : null;
    const answer =
      errorReason === null
        ? this.#page.send('Fetch.continueRequest', { requestId }, COMMAND_MS)
        : this.#page.send('Fetch.failRequest', { requestId, errorReason }, COMMAND_MS);
    answer.catch(() => {});
  }

  #fail(url: string, reason: string): void {
    if (this.#failedResources.size >= MAX_ENTRIES) return;
    this.#failedResources.set(url.slice(0, MAX_TEXT), reason.slice(0, MAX_TEXT));
    if (this.#failedResources.size === MAX_ENTRIES) this.#command('Log.disable');
  }

  #complain(text: string): void {
    if (this.#consoleErrors.length >= MAX_ENTRIES) return;
    this.#consoleErrors.push(text.slice(0, MAX_TEXT));
    if (this.#consoleErrors.length === MAX_ENTRIES) this.#command('Runtime.disable');
  }

  #command(method: 'Log.disable' | 'Runtime.disable' | 'Runtime.enable'): void {
    this.#page.send(method, {}, COMMAND_MS).catch(() => {});
  }
}

const textOf = (argument: { value?: unknown; description?: string; unserializableValue?: string }): string =>
  typeof argument.value === 'string'
    ? argument.value
    : (argument.description ?? argument.unserializableValue ?? JSON.stringify(argument.value) ?? 'undefined');
