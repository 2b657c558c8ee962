import type { RenderWarning } from '@platen/pdf';
import type { ClippedBox, ReadyDocument } from '../in-page/messages.ts';
import type { Recorder } from './recorder.ts';

const MAX_QUOTED = 3;

/** Warns of content that a screen shows and the PDF does not have. */
export function warnOfLosses({ warnings }: Recorder, { relativeLinks, clipped }: ReadyDocument): void {
  if (relativeLinks.length > 0) warnings.add(relativeLinksLost(relativeLinks));
  for (const box of clipped) warnings.add(contentClipped(box));
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

const contentClipped = ({ element, side, boxPx, contentPx }: ClippedBox): RenderWarning => ({
  code: 'CONTENT_CLIPPED',
  message:
    `The content of \`${element}\` is cut, because paper cannot be scrolled: it is ${contentPx} px ${side}, and the box ` +
    `has ${boxPx} px. Let the box grow: @media print { height: auto; overflow: visible }.`,
  field: null,
});
