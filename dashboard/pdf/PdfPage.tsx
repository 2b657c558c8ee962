import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { OpenPdf, PageSize } from './open-pdf.ts';
import classes from './PdfView.module.css';

/** Pages are drawn this far outside the visible area. */
const AHEAD = '60% 0px';

const PX_PER_POINT = 96 / 72;

interface PdfPageProps {
  readonly pdf: OpenPdf;
  readonly number: number;
  readonly scale: number;
  /** The size of the first page, used until the size of this page is known. */
  readonly expected: PageSize;
}

/** One page. It is drawn only while it is near the visible area. */
export function PdfPage({ pdf, number, scale, expected }: PdfPageProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const near = useNearViewport(sheet);
  const [size, setSize] = useState<PageSize>(expected);

  useEffect(() => {
    const element = sheet.current;
    if (!element) return undefined;
    if (!near) {
      element.replaceChildren();
      return undefined;
    }
    const controller = new AbortController();
    drawInto(element, pdf, number, scale, controller.signal)
      .then((drawn) => drawn && setSize(drawn))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.error(error);
      });
    return () => controller.abort();
  }, [pdf, number, scale, near]);

  const style: CSSProperties & Record<'--total-scale-factor', number> = {
    width: size.widthPx * scale,
    height: size.heightPx * scale,
    '--total-scale-factor': scale * PX_PER_POINT,
  };
  return (
    <div
      ref={sheet}
      className={classes.sheet}
      style={style}
      role="group"
      aria-label={`Page ${number} of ${pdf.pageCount}`}
      data-page={number}
    />
  );
}

/** The old content stays until the new one is ready, so that the page does not flicker. */
async function drawInto(
  element: HTMLElement,
  pdf: OpenPdf,
  number: number,
  scale: number,
  signal: AbortSignal,
): Promise<PageSize> {
  const size = await pdf.size(number);
  signal.throwIfAborted();
  const layers = await pdf.draw(number, scale, signal);
  element.replaceChildren(...layers);
  return size;
}

function useNearViewport(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const root = element.current.closest('[data-pdf-scroller]');
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root,
      rootMargin: AHEAD,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
