import type { DevToolsEvent, Protocol } from '../devtools/protocol.ts';
import type { ReadyDocument } from '../in-page/messages.ts';
import type { PrintPage } from '../pages/print-page.ts';
import type { RenderReport } from '../render-report.ts';
import { WarningList } from './warning-list.ts';

/** Bounds of the report, and of the work that a page can cause by failing again and again. */
const MAX_ENTRIES = 50;
const MAX_CHARACTERS = 500;
const MAX_REQUESTS = 2_000;
const COMMAND_MS = 5_000;

/** Answers the page's requests while a job runs, and records what fails and how long each step takes. */
export class Recorder {
  readonly warnings = new WarningList();
  readonly #page: PrintPage;
  readonly #refusedUrls: ReadonlySet<string>;
  readonly #requestedUrls = new Set<string>();
  readonly #failedResources = new Map<string, string>();
  readonly #consoleErrors: string[] = [];
  readonly #phases: Record<string, number> = {};
  #missingGlyphs: readonly string[] = [];
  #phaseStart = performance.now();

  /** `withConsole` is costly for a page that logs without end. */
  constructor(page: PrintPage, refusedUrls: ReadonlySet<string>, withConsole: boolean) {
    this.#page = page;
    this.#refusedUrls = refusedUrls;
    page.onEvent = (event) => this.#receive(event);
    if (withConsole) this.#send('Runtime.enable');
  }

  stop(): void {
    this.#page.onEvent = null;
  }

  endPhase(name: string): void {
    const now = performance.now();
    this.#phases[name] = Math.round((now - this.#phaseStart) * 10) / 10;
    this.#phaseStart = now;
  }

  findPending(arrived: readonly string[]): string[] {
    const known = new Set(arrived);
    return [...this.#requestedUrls].filter((url) => !known.has(url));
  }

  addDocument({ arrived, failedFonts, missingGlyphs }: ReadyDocument): void {
    this.#missingGlyphs = missingGlyphs;
    for (const family of failedFonts) this.#addFailedResource(family, 'the font did not load');
    if (arrived === null) return;
    for (const url of this.findPending(arrived)) this.#addFailedResource(url, 'did not arrive in time');
  }

  toReport(pageCount: number): RenderReport {
    return {
      pageCount,
      failedResources: Array.from(this.#failedResources, ([url, reason]) => ({ url, reason })),
      consoleErrors: this.#consoleErrors,
      missingGlyphs: this.#missingGlyphs,
      warnings: this.warnings.toArray(),
      phases: this.#phases,
    };
  }

  #receive(event: DevToolsEvent): void {
    switch (event.method) {
      case 'Fetch.requestPaused':
        return this.#answerRequest(event.params);
      case 'Log.entryAdded': {
        const { level, source, text, url } = event.params.entry;
        if (level === 'error' && source === 'network' && url) this.#addFailedResource(url, text);
        return;
      }
      case 'Runtime.consoleAPICalled': {
        const { type, args } = event.params;
        if (type === 'error' || type === 'assert') this.#addConsoleError(args.map(toText).join(' '));
        return;
      }
      case 'Runtime.exceptionThrown': {
        const { text, exception } = event.params.exceptionDetails;
        this.#addConsoleError(exception?.description ?? text);
        return;
      }
      default:
    }
  }

  #answerRequest({ requestId, request, frameId, resourceType }: Protocol.Fetch.RequestPausedEvent): void {
    const { url } = request;
    if (this.#requestedUrls.size < MAX_REQUESTS) this.#requestedUrls.add(url);
    // The engine sets its documents without a request, so this request is for another document.
    const isNavigation = resourceType === 'Document' && frameId === this.#page.targetId;
    if (isNavigation) {
      this.#addFailedResource(url, 'the document may not navigate away');
      this.#page.watch.noteBlockedNavigation();
    }
    const errorReason = isNavigation ? 'Aborted' : this.#refusedUrls.has(url) ? 'TimedOut' : null;
    const answer =
      errorReason === null
        ? this.#page.send('Fetch.continueRequest', { requestId }, COMMAND_MS)
        : this.#page.send('Fetch.failRequest', { requestId, errorReason }, COMMAND_MS);
    answer.catch(() => {});
  }

  #addFailedResource(url: string, reason: string): void {
    if (this.#failedResources.size >= MAX_ENTRIES) return;
    this.#failedResources.set(url.slice(0, MAX_CHARACTERS), reason.slice(0, MAX_CHARACTERS));
    if (this.#failedResources.size === MAX_ENTRIES) this.#send('Log.disable');
  }

  #addConsoleError(text: string): void {
    if (this.#consoleErrors.length >= MAX_ENTRIES) return;
    this.#consoleErrors.push(text.slice(0, MAX_CHARACTERS));
    if (this.#consoleErrors.length === MAX_ENTRIES) this.#send('Runtime.disable');
  }

  #send(method: 'Log.disable' | 'Runtime.disable' | 'Runtime.enable'): void {
    this.#page.send(method, {}, COMMAND_MS).catch(() => {});
  }
}

const toText = ({ value, description, unserializableValue }: Protocol.Runtime.RemoteObject): string =>
  typeof value === 'string'
    ? value
    : (description ?? unserializableValue ?? JSON.stringify(value) ?? 'undefined');
