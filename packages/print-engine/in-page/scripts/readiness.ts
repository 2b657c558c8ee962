import type { Readiness, ReadinessCheck } from '../messages.ts';
import { takeConsoleErrors, watchConsoleErrors } from './console-errors.ts';
import { MAX_ENTRIES, MAX_ENTRY_CHARACTERS, MAX_RESOURCES, MAX_TITLE_CHARACTERS } from './limits.ts';
import {
  findNavigation,
  forgetLoad,
  isLeavingDocument,
  isPrintingDocument,
  noteLoad,
  waitForLoad,
  watchLoad,
  watchPrint,
} from './load-watch.ts';
import { labelGraphics } from './label-graphics.ts';
import { findDocuments, findRoots } from './documents.ts';
import { isPaged } from './paged/is-paged.ts';
import { judgeSheets, openSheets, readSheets } from './paged/sheet-texts.ts';
import { findClipped } from './clipped.ts';
import { usedNetwork, waitForQuiet, watchRequests } from './network.ts';
import { findNoEffect } from './no-effect.ts';
import {
  freeMinHeights,
  hideFromScreen,
  measureContent,
  measureElement,
  noteMinHeights,
  readPageMargins,
  setPaper,
} from './paper.ts';
import { page } from './pristine.ts';
import { readHeadings } from './read-text.ts';
import { findFailedFonts } from './resources.ts';
import { findSelectorProblem, waitForElement } from './selectors.ts';
import { settle } from './settle.ts';
import { findRelativeLinks, findUnloaded } from './unloaded.ts';
import { findUnseen } from './unseen.ts';
import { findOffPage } from './wide.ts';
import { Budget, delay } from './waiting.ts';
import { dependsOnSight, madeShadowRoots, watchWork } from './work.ts';

async function checkReadiness(check: ReadinessCheck): Promise<Readiness> {
  const problem = check.selectors.map(findSelectorProblem).find((found) => found !== null);
  if (problem !== undefined) return { state: 'invalid-selector', ...problem };
  const budget = new Budget(check.resourceBudgetMs);
  let arrived: string[] | null = null;
  const stopLoading = () => {
    arrived ??= findArrivedResources();
    window.stop();
  };
  const load = await waitForLoad(budget, check.isStatic);
  if (load === 'left') return { state: 'left' };
  if (load === 'late') {
    if (page.readyState === 'loading') return { state: 'parser-blocked', arrived: findArrivedResources() };
    stopLoading();
  }
  const unfinished = check.isSettled ? await settle(check, budget) : [];
  const roots = check.findsPaged ? findRoots(check.hasShadowRoots || madeShadowRoots()) : [];
  const paged = check.findsPaged && isPaged(roots);
  if (unfinished.includes('images')) stopLoading();
  const documents = findDocuments();
  if (check.isSettled && check.labelsGraphics) labelGraphics(documents);
  const title = page.title.slice(0, MAX_TITLE_CHARACTERS);
  // Chromium writes it into the PDF.
  if (page.title !== title) page.title = title;
  return {
    state: 'ready',
    arrived,
    unfinished,
    failedFonts: findFailedFonts(documents)
      .slice(0, MAX_ENTRIES)
      .map((family) => family.slice(0, MAX_ENTRY_CHARACTERS)),
    unloaded: check.findsUnloaded ? findUnloaded(documents) : [],
    relativeLinks: check.findsUnloaded ? findRelativeLinks(documents) : [],
    clipped: check.findsClipped ? findClipped(documents) : [],
    unseen: check.findsClipped && dependsOnSight() ? findUnseen() : [],
    ...(check.findsWide ? findOffPage(check.findsWide) : { wide: null, cutAtEdge: [] }),
    noEffect: check.findsNoEffect && findNoEffect(check.findsNoEffect, paged),
    isPaged: paged,
    readsSheets: readSheets(roots, () => settle(check, budget)),
    headings: check.findsHeadings ? readHeadings() : [],
    consoleErrors: check.isSettled ? takeConsoleErrors() : [],
    isLeaving: isLeavingDocument(),
    usedNetwork: usedNetwork(),
    isPrinting: isPrintingDocument(),
    documentBytes: findNavigation()?.decodedBodySize ?? 0,
    title,
    url: page.baseURI.slice(0, MAX_TITLE_CHARACTERS),
  };
}

/** An error's message may contain the document's texts. */
async function ready(check: ReadinessCheck): Promise<Readiness> {
  try {
    return await checkReadiness(check);
  } catch (error) {
    return { state: 'failed', problem: String(error).slice(0, MAX_ENTRY_CHARACTERS) };
  }
}

const findArrivedResources = (): string[] =>
  performance
    .getEntriesByType('resource')
    .slice(0, MAX_RESOURCES)
    .map((entry) => entry.name.slice(0, MAX_ENTRY_CHARACTERS));

/**
 * Prepares a blank window for a document. `window.close()` cannot close a window with a history. The last document
 * may have set `window.name`. A form cannot be sent to a server: DevTools would report its whole body. The policy holds
 * for frames without an address of their own too.
 */
async function prepare(): Promise<void> {
  while (document.readyState !== 'complete') await delay(1);
  await delay(0);
  window.name = '';
  history.pushState(null, '');
  performance.setResourceTimingBufferSize(MAX_RESOURCES);
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = 'form-action about: blob: data:';
  document.head.append(policy);
  policy.remove();
  expectDocument();
}

/**
 * A document that is set or opened removes the listeners of all worlds. The observer of the change then runs before the
 * first script of the new document.
 */
function expectDocument(): void {
  forgetLoad();
  watchPrint();
  arrival.observe(document, { childList: true });
}

const arrival = new MutationObserver(() => {
  arrival.disconnect();
  watch();
});

/**
 * Begins to watch a document that a server sent. Its scripts may have run, and its load event may have fired. Chromium holds
 * commands back while a navigation is under way, so this may already be another document.
 * @returns whether it is the document that the server sent for `url`
 */
function adopt(url: string): boolean {
  performance.setResourceTimingBufferSize(MAX_RESOURCES);
  watch(false);
  const timing = findNavigation();
  if (timing === undefined) return false;
  if (timing.loadEventStart > 0) noteLoad();
  // The result of a `javascript:` address has the address of the document, but no response.
  const isFirst = timing.type === 'navigate' && timing.responseStart > 0 && !navigation.activation?.from;
  return isFirst && toDocumentUrl(timing.name) === toDocumentUrl(url);
}

function toDocumentUrl(address: string): string {
  const url = new URL(address);
  url.hash = url.username = url.password = '';
  return url.href;
}

/** @param isEarly before the first script of the document */
function watch(isEarly = true): void {
  watchLoad();
  watchConsoleErrors();
  watchRequests();
  watchWork(isEarly);
}

/** The engine waits for it. It never resolves, and Chromium rejects it when another document replaces this one. */
const departure = new Promise<void>(() => {});

Object.assign(globalThis, {
  ready,
  waitForElement,
  waitForQuiet,
  hideFromScreen,
  setPaper,
  measureContent,
  noteMinHeights,
  freeMinHeights,
  measureElement,
  readPageMargins,
  prepare,
  adopt,
  expectDocument,
  watch,
  departure,
  openSheets,
  judgeSheets,
});
