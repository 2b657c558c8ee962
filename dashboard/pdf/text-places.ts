import { type RefObject, useEffect, useRef } from 'react';

/** The number of texts before a clicked one that help to find it. */
const MAX_BEFORE = 30;

/** The time that a page has to appear after the view has scrolled to it. */
const DRAW_MS = 10_000;

/** Spans with `markedContent` only group texts. */
const TEXT = 'span:not(.markedContent)';

/** A text of the PDF. */
export interface PlacedText {
  readonly text: string;
  /** The distance from the top of the document: 0 to 1. */
  readonly fraction: number;
}

/** A text that was clicked. */
export interface ClickedText extends PlacedText {
  /** The texts before it on its page, the nearest one first. */
  readonly before: readonly string[];
}

/** Calls `onText` when a text is clicked. */
export function useTextClicks(
  scroller: RefObject<HTMLElement | null>,
  onText: ((clicked: ClickedText) => void) | undefined,
): void {
  const latest = useRef(onText);
  latest.current = onText;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const listen = ({ target }: MouseEvent) => {
      const span = target instanceof Element ? target.closest<HTMLElement>(`.textLayer ${TEXT}`) : null;
      // A user who selects text wants to stay in the preview.
      if (span === null || window.getSelection()?.isCollapsed === false) return;
      const spans = [...(span.closest('.textLayer')?.querySelectorAll(TEXT) ?? [])];
      const at = spans.indexOf(span);
      const before = spans.slice(Math.max(0, at - MAX_BEFORE), at).toReversed();
      latest.current?.({ ...toPlaced(element, span), before: before.map((one) => one.textContent) });
    };
    element.addEventListener('click', listen);
    return () => element.removeEventListener('click', listen);
  }, [scroller]);
}

function toPlaced(scroller: HTMLElement, span: HTMLElement): PlacedText {
  const top = span.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  return { text: span.textContent, fraction: top / scroller.scrollHeight };
}

export interface WantedText {
  /** The distance from the top of the document at which the text is expected: 0 to 1. */
  readonly fraction: number;
  /** The place of the text in a list, or -1. */
  readonly find: (texts: readonly PlacedText[]) => number;
}

/**
 * Marks the text, also when its page is drawn again, and scrolls to it once. Only pages near the view have text, so the view
 * first scrolls to where the text is expected.
 */
export function useShownText(scroller: RefObject<HTMLElement | null>, wanted: WantedText | null): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element || wanted === null) return undefined;
    let seeks = true;
    const stop = () => {
      seeks = false;
    };
    const update = () => {
      const text = mark(element, wanted);
      if (text === null || !seeks) return;
      stop();
      reveal(element, text);
    };
    update();
    if (seeks) element.scrollTo({ top: wanted.fraction * element.scrollHeight - element.clientHeight / 2 });
    const observer = new MutationObserver(update);
    observer.observe(element, { childList: true, subtree: true });
    const timer = setTimeout(stop, DRAW_MS);
    // After the user scrolls, the view stays there.
    element.addEventListener('wheel', stop, { passive: true });
    element.addEventListener('pointerdown', stop);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      unmark(element);
      element.removeEventListener('wheel', stop);
      element.removeEventListener('pointerdown', stop);
    };
  }, [scroller, wanted]);
}

function unmark(scroller: HTMLElement): void {
  for (const marked of scroller.querySelectorAll('[data-shown]')) marked.removeAttribute('data-shown');
}

/** Returns null if the text is not there. */
function mark(scroller: HTMLElement, { find }: WantedText): HTMLElement | null {
  unmark(scroller);
  const spans = [...scroller.querySelectorAll<HTMLElement>(`.textLayer ${TEXT}`)];
  const span = spans[find(spans.map((one) => toPlaced(scroller, one)))] ?? null;
  span?.setAttribute('data-shown', '');
  return span;
}

function reveal(scroller: HTMLElement, text: HTMLElement): void {
  const { top, bottom } = text.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  if (top < view.top || bottom > view.bottom) {
    scroller.scrollBy({ top: top - view.top - scroller.clientHeight / 2 });
  }
}
