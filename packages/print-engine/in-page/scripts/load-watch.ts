import { onWindow, page } from './pristine.ts';
import { type Budget, delay } from './waiting.ts';

const LOOK_MS = 50;

/** A document is complete before its load event. After `window.stop()` there is none. */
const STOPPED_MS = 300;

/** `readyState` is no substitute: it becomes `complete` before the load event. */
let hasLoaded = false;

/** The document asked for another address. The navigation may still be blocked or fail. */
let isLeaving = false;

let isPrinting = false;

/** Chromium stops parsing a document when it starts to navigate. */
let isCutOff = false;

let announceChange = (): void => {};

export function noteLoad(): void {
  hasLoaded = true;
  announceChange();
}

export function watchLoad(): void {
  onWindow('load', noteLoad);
  onWindow('beforeunload', () => {
    isLeaving = true;
    isCutOff ||= page.readyState === 'loading';
    announceChange();
  });
  watchPrint();
}

const notePrint = (): void => {
  isPrinting = true;
};

declare global {
  /** The script that marks pages defines it. */
  var seePrint: (() => void) | undefined;
}

/**
 * A print can also begin before the document is set. It then prints the blank window. The end of a print is seen before the document's own listeners,
 * which could change back what was printed.
 */
export function watchPrint(): void {
  onWindow('beforeprint', notePrint);
  onWindow('afterprint', () => globalThis.seePrint?.(), true);
}

export const isLeavingDocument = (): boolean => isLeaving;

export const isPrintingDocument = (): boolean => isPrinting;

/** Forgets the load of a document, before the engine sets the next one in this window. */
export function forgetLoad(): void {
  hasLoaded = false;
  isLeaving = false;
  isCutOff = false;
  isPrinting = false;
}

/**
 * `late`: the load event did not come in time. `left`: the rest of the document will not come.
 * @param isStatic nothing in the document could begin with its load event
 */
export async function waitForLoad(budget: Budget, isStatic: boolean): Promise<'loaded' | 'late' | 'left'> {
  if (isStatic && page.readyState === 'complete') return 'loaded';
  let completeMs = 0;
  let timer = 0;
  const end = new Promise<void>((resolve) => {
    announceChange = () => {
      if (hasLoaded || isCutOff || completeMs >= STOPPED_MS) resolve();
    };
    timer = setInterval(() => {
      completeMs = page.readyState === 'complete' ? completeMs + LOOK_MS : 0;
      announceChange();
    }, LOOK_MS);
    announceChange();
  });
  await budget.allows(end);
  clearInterval(timer);
  // The document's own handlers of the load event run first, and then what they have started.
  await delay(0);
  await delay(0);
  if (isCutOff) return 'left';
  if (hasLoaded) return 'loaded';
  return page.readyState === 'complete' && (wasCutOff() || hasBlockedForm()) ? 'left' : 'late';
}

/** Returns whether Chromium stopped parsing a document of a server. The engine sets HTML in a document that is already parsed. */
const wasCutOff = (): boolean => findNavigation()?.domContentLoadedEventStart === 0;

export const findNavigation = (): PerformanceNavigationTiming | undefined =>
  performance.getEntriesByType('navigation').find((entry) => entry instanceof PerformanceNavigationTiming);

/** Chromium stops parsing when a script sends a form, even if the engine's policy then blocks the form. */
function hasBlockedForm(): boolean {
  const observer = new ReportingObserver(() => {}, { types: ['csp-violation'], buffered: true });
  observer.observe();
  const reports: ReportList = observer.takeRecords();
  observer.disconnect();
  return reports.some(
    ({ body }) => body && 'effectiveDirective' in body && body.effectiveDirective === 'form-action',
  );
}
