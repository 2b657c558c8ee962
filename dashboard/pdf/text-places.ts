import { type RefObject, useEffect, useRef } from 'react';

/** A text that was clicked needs no more than this to be found. */
const MAX_BEFORE = 30;

/** How long a page has to appear after the view has scrolled to it. */
const DRAW_MS = 10_000;

/** Others only group texts. */
const TEXT = 'span:not(.markedContent)';

/** A text of the PDF. */
export interface PlacedText {
  readonly text: string;
  /** How far down the document it is: 0 to 1. */
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
      // Who selects text does not want to leave.
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
  /** Where the text is expected: 0 to 1. */
  readonly fraction: number;
  /** The place of the text in a list, or -1. */
  readonly find: (texts: readonly PlacedText[]) => number;
}

/** Marks the text and scrolls to it. Only pages near the view have text: so the view first goes where it is expected. */
export function useShownText(scroller: RefObject<HTMLElement | null>, wanted: WantedText | null): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element || wanted === null || mark(element, wanted)) return undefined;
    element.scrollTo({ top: wanted.fraction * element.scrollHeight - element.clientHeight / 2 });
    const observer = new MutationObserver(() => mark(element, wanted) && observer.disconnect());
    observer.observe(element, { childList: true, subtree: true });
    const stop = () => observer.disconnect();
    const timer = setTimeout(stop, DRAW_MS);
    // Who scrolls away does not want to be brought back.
    element.addEventListener('wheel', stop, { once: true, passive: true });
    element.addEventListener('pointerdown', stop, { once: true });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [scroller, wanted]);
}

/** False if the text is not there. */
function mark(scroller: HTMLElement, { find }: WantedText): boolean {
  for (const marked of scroller.querySelectorAll('[data-shown]')) marked.removeAttribute('data-shown');
  const spans = [...scroller.querySelectorAll<HTMLElement>(`.textLayer ${TEXT}`)];
  const span = spans[find(spans.map((one) => toPlaced(scroller, one)))];
  if (span === undefined) return false;
  span.setAttribute('data-shown', '');
  const { top, bottom } = span.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  if (top < view.top || bottom > view.bottom) span.scrollIntoView({ block: 'center' });
  return true;
}
