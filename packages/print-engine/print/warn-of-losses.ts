import type { PrintJob, RenderWarning } from '@platen/pdf';
import type { ReadyDocument } from '../in-page/messages.ts';
import type { ClippedBox, CutElement, WideContent } from '../in-page/loss-messages.ts';
import { PIXELS_PER_MM } from './units.ts';
import type { Recorder } from './recorder.ts';

const MAX_QUOTED = 3;

/** Warns of content that a screen shows and the PDF does not have. */
export function warnOfLosses(
  { warnings }: Recorder,
  { relativeLinks, clipped, unseen, wide, cutAtEdge }: ReadyDocument,
  job: PrintJob,
): void {
  if (relativeLinks.length > 0) warnings.add(relativeLinksLost(relativeLinks));
  for (const box of clipped) warnings.add(contentClipped(box));
  if (unseen.length > 0) warnings.add(contentUnseen(unseen));
  // A scale that fits is found after this.
  const isFitted = job.fitWidth === true && !job.preferCssPageSize;
  if (wide !== null && !isFitted) warnings.add(contentWide(wide, job));
  if (cutAtEdge.length > 0) warnings.add(contentCutAtEdge(cutAtEdge));
}

function relativeLinksLost(links: readonly string[]): RenderWarning {
  const quoted = links.slice(0, MAX_QUOTED).map((link) => `"${link.slice(0, 80)}"`);
  const others = links.length > MAX_QUOTED ? ` and ${links.length - MAX_QUOTED} more` : '';
  return {
    code: 'RELATIVE_LINKS',
    message:
      `Links are missing in the PDF, because their addresses are relative: ${quoted.join(', ')}${others}. Write whole ` +
      'addresses, or put <base href="https://…"> into the <head>.',
    field: null,
  };
}

const contentUnseen = (elements: readonly string[]): RenderWarning => ({
  code: 'CONTENT_UNSEEN',
  message:
    `The content of ${elements.map((element) => `\`${element}\``).join(', ')} cannot be seen: it is transparent, hidden or not ` +
    'loaded, and no script showed it. Show it in print: @media print { opacity: 1; visibility: visible }.',
  field: null,
});

/** The first elements that are wider than the page, and what becomes of the document. */
function contentWide(
  { elements, pagePx, contentPx, maxPx }: WideContent,
  { picture, scale, fitWidth = false }: PrintJob,
): RenderWarning {
  const inBoth = (px: number) => `${px} px (${Math.round((px * scale) / PIXELS_PER_MM)} mm)`;
  const described = elements.map(({ element, widthPx, endPx }) =>
    widthPx > pagePx
      ? `\`${element}\` is ${inBoth(widthPx)} wide`
      : `\`${element}\` ends ${inBoth(endPx)} from the edge`,
  );
  const [first, ...others] = new Set(described);
  const reachPx = picture ? pagePx : maxPx;
  const shrunk = `the document is shrunk to ${Math.floor((100 * pagePx) / Math.min(contentPx, maxPx))} %`;
  const cut = `what is more than ${inBoth(reachPx)} from the edge is cut`;
  const effects = [...(reachPx > pagePx ? [shrunk] : []), ...(contentPx > reachPx ? [cut] : [])];
  return {
    code: 'CONTENT_WIDE',
    message:
      `${first}${others.length > 0 ? ` (also: ${others.join(', ')})` : ''}, and the page has ${inBoth(pagePx)}: ${effects.join(', and ')}. ` +
      (fitWidth
        ? '`options.fit` does not hold with `options.preferCssPageSize`: take a wider page.'
        : 'Let it wrap, or set `options.fit` to "width", or take a wider page.'),
    field: null,
  };
}

/** `options.fit` does not help here: a wider page moves neither its left edge nor a fixed box. */
const contentCutAtEdge = (elements: readonly CutElement[]): RenderWarning => ({
  code: 'CONTENT_WIDE',
  message:
    `The text of ${elements.map(({ element, side }) => `\`${element}\` (on the ${side})`).join(', ')} is cut at the edge of the page, ` +
    'and the document is not shrunk for it. Move it, let it wrap, or give the whole document its direction: <html dir="rtl">.',
  field: null,
});

const contentClipped = ({ element, side, boxPx, contentPx }: ClippedBox): RenderWarning => ({
  code: 'CONTENT_CLIPPED',
  message:
    `The content of \`${element}\` is cut, because paper cannot be scrolled: it is ${contentPx} px ${side}, and the box ` +
    `has ${boxPx} px. Let the box grow: @media print { height: auto; overflow: visible }.`,
  field: null,
});
