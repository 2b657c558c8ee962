import type { RenderWarning } from '@platen/pdf';
import type { Barrier, BarrierKind } from '../in-page/access-messages.ts';
import { ACCESS_CODES } from './access-codes.ts';

interface BarrierText {
  /** Completes a sentence that begins with the place of the element. */
  readonly problem: (detail: string) => string;
  /** Completes a sentence that begins with a number: `26 more images have no alternative text`. */
  readonly others: string;
}

const TEXTS: Readonly<Record<BarrierKind, BarrierText>> = {
  alt: {
    problem: (detail) =>
      detail === 'drawing' || detail === 'object'
        ? `has no name${detail === 'object' ? ' that the PDF can have' : ''}. Give it role="img" and aria-label="…", or aria-hidden="true" if it only decorates.`
        : 'has no alternative text. Give it alt="…" or aria-label="…", or alt="" if it only decorates.',
    others: 'images have no alternative text',
  },
  language: {
    problem: () => 'has no language. Write <html lang="en">, with the language of the text.',
    others: '',
  },
  title: { problem: () => 'has no title. Give the document a <title>.', others: '' },
  heading: {
    problem: (detail) => {
      const [before, level] = detail.split(' ');
      return before === '0'
        ? `is the first heading, and has the level ${level}. Begin with h1.`
        : `has the level ${level} after a heading of level ${before}. Do not skip a level.`;
    },
    others: 'headings skip a level',
  },
  table: {
    problem: () => 'has no header cells. Write <th>, or role="presentation" if it is only a layout.',
    others: 'tables have no header cells',
  },
  contrast: {
    problem: (detail) => {
      const [has, needed] = detail.split('; ');
      return `has text with a contrast of ${has}. WCAG 1.4.3 requires ${needed}.`;
    },
    others: 'elements have text with a low contrast',
  },
  link: {
    problem: () => 'is a link without a text. Add a text, or aria-label="…".',
    others: 'links have no text',
  },
  label: {
    problem: () => 'has no label. Write a <label> for it, or aria-label="…".',
    others: 'controls have no label',
  },
  frame: {
    problem: () =>
      'is a separate document, which a screen reader cannot read. Put its content into the main document.',
    others: 'frames are not read',
  },
  filter: {
    problem: () =>
      'has a CSS filter. Chromium prints its content as a picture, which a screen reader cannot read. Take the filter away, or add aria-hidden="true" if it only decorates.',
    others: 'elements have a CSS filter, and are not read',
  },
  unchecked: {
    problem: (detail) => `has more than ${detail} elements. Only the first ${detail} were checked.`,
    others: '',
  },
};

export const describeBarrier = ({ kind, element, detail }: Barrier): string =>
  `\`${element}\` ${TEXTS[kind].problem(detail)}`;

/** Returns one warning for each barrier, and one for the others of its kind, which are only counted. */
export function toAccessWarnings(barriers: readonly Barrier[]): RenderWarning[] {
  return [...Map.groupBy(barriers, ({ kind }) => kind)].flatMap(([kind, named]) => {
    const code = ACCESS_CODES[kind];
    const warnings = named.map((barrier) => ({ code, message: describeBarrier(barrier), field: null }));
    const more = (named[0]?.count ?? 0) - named.length;
    return more > 0
      ? [...warnings, { code, message: `${more} more ${TEXTS[kind].others}.`, field: null }]
      : warnings;
  });
}
