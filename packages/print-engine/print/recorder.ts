import type { DevToolsEvent, Protocol } from '../devtools/protocol.ts';
import { REPORT_ERRORS_EXPRESSION } from '../in-page/expressions.ts';
import type { ReadyDocument } from '../in-page/messages.ts';
import type { PrintPage } from '../pages/print-page.ts';
import { REPORT_LIMITS, type RenderReport } from '../render-report.ts';
import { findProxyError, type MainNavigation } from './main-navigation.ts';
import { WarningList } from './warning-list.ts';

/** Bounds of the report, and of the work that a page can cause by failing again and again. */
const MAX_CHARACTERS = 500;
const MAX_REQUESTS = 2_000;
const COMMAND_MS = 5_000;

type PausedRequest = Protocol.Fetch.RequestPausedEvent;

/** Reasons for resources that did not load without a failed request. */
const UNLOADED = {
  damaged: 'the image cannot be shown; it may be damaged',
  empty: 'an image has no address',
  relative: 'the address is relative, and the document has no <base href="https://…">',
} as const;

const LATE = 'did not arrive in time';
const NOT_PUBLIC = 'is not a public address';

const cut = (text: string): string => text.slice(0, MAX_CHARACTERS);

/** Answers the requests of a job's pages while it runs, and records what fails and how long each step takes. */
export class Recorder {
  readonly warnings = new WarningList();
  readonly #page: PrintPage;
  readonly #refusedUrls: ReadonlySet<string>;
  readonly #requestedUrls = new Set<string>();
  readonly #failedResources = new Map<string, string>();
  readonly #phases: Record<string, number> = {};
  #consoleErrors: readonly string[] = [];
  /** The console errors that no script caught. */
  uncaughtErrors: readonly string[] = [];
  /** It is undefined if the job is not for an entry of a merge that refers to others. */
  entryLinks: RenderReport['entryLinks'];
  /** The characters without a glyph, and where each is first. */
  readonly missingGlyphs = new Map<string, string>();
  #pausedRequests = 0;
  #phaseStart = performance.now();
  #bandsPage: PrintPage | null = null;
  readonly #navigation: MainNavigation | null;
  readonly #isPublicHost: (host: string) => boolean;

  /**
   * @param navigation to the address of the job, if it has one
   * @param isPublicHost see `PagePoolLimits`
   */
  constructor(
    page: PrintPage,
    refusedUrls: ReadonlySet<string>,
    navigation: MainNavigation | null,
    isPublicHost: (host: string) => boolean,
  ) {
    this.#isPublicHost = isPublicHost;
    this.#page = page;
    this.#refusedUrls = refusedUrls;
    this.#navigation = navigation;
    page.onEvent = (event) => this.#receive(page, event);
  }

  watchBands(page: PrintPage): void {
    this.#bandsPage = page;
    page.onEvent = (event) => this.#receive(page, event);
  }

  /** From now on, failures of images, fonts and media are recorded too. */
  watchResources(): Promise<unknown> {
    return this.#page.intercept({ resources: 'all' }, COMMAND_MS);
  }

  /** From now on, errors of the document's scripts are recorded. */
  watchErrors(): Promise<unknown> {
    return this.#page.evaluateInDocument(REPORT_ERRORS_EXPRESSION, COMMAND_MS);
  }

  stop(): void {
    for (const page of this.#pages) page.onEvent = null;
    if (this.#pausedRequests > 0) this.#stopListening();
  }

  endPhase(name: string): void {
    const now = performance.now();
    this.#phases[name] = Math.round((now - this.#phaseStart) * 10) / 10;
    this.#phaseStart = now;
  }

  /** Returns the addresses of requests that have not arrived, each cut to its maximum length. */
  findPending(arrived: readonly string[]): string[] {
    const known = new Set(arrived);
    return [...this.#requestedUrls].filter((url) => !known.has(url));
  }

  /** Returns whether a resource is late. One without a public address never arrives, so it is not late. */
  hasLateResources({ arrived }: ReadyDocument): boolean {
    const pending = arrived === null ? [] : this.findPending(arrived);
    return arrived !== null && (pending.length === 0 || pending.some((url) => this.#isPublic(url)));
  }

  addDocument({ arrived, failedFonts, unloaded, consoleErrors }: ReadyDocument): void {
    const { consoleErrors: most } = REPORT_LIMITS;
    this.#consoleErrors = consoleErrors.map(({ text }) => text).slice(0, most);
    this.uncaughtErrors = consoleErrors.filter(({ isUncaught }) => isUncaught).map(({ text }) => text);
    for (const family of failedFonts) this.#addFailedResource(family, 'the font did not load');
    if (arrived !== null)
      for (const url of this.findPending(arrived)) this.#addFailedResource(url, this.#whyMissing(url));
    for (const { url, problem } of unloaded)
      if (!this.#failedResources.has(url)) this.#addFailedResource(url, UNLOADED[problem]);
  }

  /** @param urls relative addresses in a header or footer, which are not requested */
  addRelative(urls: readonly string[]): void {
    for (const url of urls)
      this.#addFailedResource(cut(url), 'the address is relative; a header or footer needs whole addresses');
  }

  /** @param place such as `page 3` */
  addMissingGlyph(character: string, place: string): void {
    const { missingGlyphs } = this;
    if (missingGlyphs.size < REPORT_LIMITS.missingGlyphs && !missingGlyphs.has(character))
      missingGlyphs.set(character, place);
  }

  toReport(pageCount: number): RenderReport {
    return {
      pageCount,
      failedResources: Array.from(this.#failedResources, ([url, reason]) => ({ url, reason })),
      consoleErrors: this.#consoleErrors,
      missingGlyphs: [...this.missingGlyphs.keys()],
      warnings: this.warnings.toArray(),
      phases: this.#phases,
      ...(this.#navigation?.finalUrl ? { finalUrl: this.#navigation.finalUrl } : {}),
      ...(this.entryLinks && { entryLinks: this.entryLinks }),
    };
  }

  get #pages(): readonly PrintPage[] {
    return this.#bandsPage === null ? [this.#page] : [this.#page, this.#bandsPage];
  }

  #receive(page: PrintPage, event: DevToolsEvent): void {
    if (event.method !== 'Fetch.requestPaused') return;
    this.#pausedRequests += 1;
    if (this.#pausedRequests === MAX_REQUESTS) this.#stopListening();
    this.#answer(page, event.params).catch(() => {});
  }

  async #answer(page: PrintPage, paused: PausedRequest): Promise<unknown> {
    if (paused.resourceType === 'Document') return this.#answerNavigation(page, paused);
    if (page === this.#page) await this.#navigation?.entered;
    return this.#answerResource(page, paused);
  }

  #answerResource(page: PrintPage, paused: PausedRequest): Promise<unknown> {
    const { requestId, request, responseErrorReason, responseStatusCode } = paused;
    const url = cut(request.url);
    const isAnswered = responseErrorReason !== undefined || responseStatusCode !== undefined;
    if (isAnswered) {
      page.network.noteAnswer(requestId);
      const reason = this.#findReason(paused);
      if (reason !== null) this.#addFailedResource(url, reason);
    } else if (this.#refusedUrls.has(url)) {
      this.#addFailedResource(url, this.#whyMissing(url));
      return page.send('Fetch.failRequest', { requestId, errorReason: 'TimedOut' }, COMMAND_MS);
    } else {
      page.network.noteRequest(requestId);
      // The document lists its own resources that have arrived. Those of the bands are not in this list, so they would seem to be missing.
      if (page === this.#page) this.#requestedUrls.add(url);
    }
    const headers = isAnswered ? {} : this.#navigation?.headersFor(request);
    return page.send('Fetch.continueRequest', { requestId, ...headers }, COMMAND_MS);
  }

  /** The engine sets its documents without a request, so a request of the page itself is for another document. */
  #answerNavigation(page: PrintPage, paused: PausedRequest): Promise<unknown> {
    const { requestId, request, frameId } = paused;
    if (frameId === page.targetId) {
      if (page === this.#page && this.#navigation?.isUnderWay) return this.#navigation.answer(page, paused);
      this.#addFailedResource(cut(request.url), 'the document may not navigate away');
      page.watch.noteBlockedNavigation();
      return page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, COMMAND_MS);
    }
    // Before the frame gets its document, whose forms may have bodies of any length.
    return Promise.all([
      page.intercept({ navigations: 'none' }, COMMAND_MS),
      page.send('Fetch.continueRequest', { requestId }, COMMAND_MS),
    ]);
  }

  /** Finds the reason of a failure. It is null for an answer that is none. */
  #findReason(paused: PausedRequest): string | null {
    const { request, responseErrorReason: error, responseStatusCode = 0, responseHeaders = [] } = paused;
    if (error === undefined && responseStatusCode < 400) return null;
    const header = responseHeaders.find(({ name }) => name.toLowerCase() === 'proxy-status');
    const proxyError = findProxyError(header?.value ?? '');
    if (proxyError === 'destination_ip_prohibited' || !this.#isPublic(request.url)) return NOT_PUBLIC;
    if (proxyError !== null) return `the request failed: ${proxyError}`;
    return error === undefined ? `the server answered ${responseStatusCode}` : `the request failed: ${error}`;
  }

  readonly #whyMissing = (url: string): string => (this.#isPublic(url) ? LATE : NOT_PUBLIC);

  /** An address without a host counts as public, such as `blob:`. */
  #isPublic(url: string): boolean {
    const host = URL.parse(url)?.hostname ?? '';
    return host === '' || this.#isPublicHost(host);
  }

  #addFailedResource(url: string, reason: string): void {
    if (this.#failedResources.size >= REPORT_LIMITS.failedResources) return;
    this.#failedResources.set(cut(url), cut(reason));
  }

  #stopListening(): void {
    this.#page.network.forget();
    for (const page of this.#pages) page.intercept({ resources: 'none' }, COMMAND_MS).catch(() => {});
  }
}
