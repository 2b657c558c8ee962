import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Source: contract 6.7. */

export const FAULT_KINDS = [
  'placeholders',
  'resources',
  'scripts',
  'glyphs',
  'overflow',
  'accessibility',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** The last ones need no `failOn`. A request always fails on a PDF/A or PDF/UA that is none, and on page numbers that do not become right. */
export const ALL_FAULT_KINDS = [...FAULT_KINDS, 'pdfa', 'pdfua', 'layout'] as const;

/** The error of each kind. An answer with several kinds has the code of the first one in this order. */
export const FAULT_CODES = {
  placeholders: 'PLACEHOLDERS_UNKNOWN',
  resources: 'RESOURCES_FAILED',
  scripts: 'SCRIPTS_FAILED',
  glyphs: 'GLYPHS_MISSING',
  overflow: 'CONTENT_CUT',
  accessibility: 'ACCESSIBILITY_FAILED',
  pdfa: 'PDFA_IMPOSSIBLE',
  pdfua: 'PDFUA_IMPOSSIBLE',
  layout: 'LAYOUT_UNSTABLE',
} as const satisfies Record<(typeof ALL_FAULT_KINDS)[number], ErrorCode>;

export const FAULT_ERRORS = Object.values(FAULT_CODES);

export const isFaultError = (code: string): boolean => FAULT_ERRORS.some((known) => known === code);

export const failOn = z
  .array(z.enum(FAULT_KINDS))
  .max(FAULT_KINDS.length)
  .meta({
    description:
      'What the request fails on, instead of printing a damaged document: names that the data does not have, resources that do not load, ' +
      'errors of scripts that nothing catches, characters without a glyph, content that is cut, what keeps people from hearing or seeing it.',
    example: ['placeholders', 'resources'],
  });
