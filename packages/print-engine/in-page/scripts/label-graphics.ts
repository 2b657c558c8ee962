import type { PageDocument } from './documents.ts';

const NAMED = 'svg:not([role]):is([aria-label], [aria-labelledby])';
const TITLED = 'svg:not([role], :has(text, a)):has(> title)';

/** Chromium writes the alternative text of a graphic only if its role says that it is one image. */
export function labelGraphics(documents: readonly PageDocument[]): void {
  for (const { document } of documents)
    for (const graphic of document.querySelectorAll(`${NAMED}, ${TITLED}`))
      graphic.setAttribute('role', 'img');
}
