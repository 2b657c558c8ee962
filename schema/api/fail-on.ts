import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Source: contract 6.7. */

export const FAULT_KINDS = [
  'placeholders',
  'translations',
  'resources',
  'scripts',
  'glyphs',
  'overflow',
  'accessibility',
  'references',
  'invoice',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A request always fails on the last three, also without `failOn`: an impossible PDF/A or PDF/UA, and page numbers that keep changing. */
export const ALL_FAULT_KINDS = [...FAULT_KINDS, 'pdfa', 'pdfua', 'layout'] as const;

/** The error of each kind. An answer with several kinds has the code of the first one in this order. */
export const FAULT_CODES = {
  placeholders: 'PLACEHOLDERS_UNKNOWN',
  translations: 'TRANSLATIONS_MISSING',
  resources: 'RESOURCES_FAILED',
  scripts: 'SCRIPTS_FAILED',
  glyphs: 'GLYPHS_MISSING',
  overflow: 'CONTENT_CUT',
  accessibility: 'ACCESSIBILITY_FAILED',
  references: 'REFERENCES_UNPROVEN',
  invoice: 'INVOICE_DIFFERS',
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
      'Problems that fail the request, instead of printing a damaged document: names that the data does not have, texts that the language does not have, resources that do not load, ' +
      'errors of scripts that nothing catches, characters without a glyph, content that is cut, content that is not accessible, ' +
      'page numbers that are missing or not certain, pages that differ from their electronic invoice.',
    example: ['placeholders', 'resources'],
  });
