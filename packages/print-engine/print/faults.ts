import { type Fault, type FaultKind, listDifferences, type PrintJob } from '@platen/pdf';
import { FaultyDocument } from '../failures.ts';
import type { RenderReport } from '../render-report.ts';
import { FIELD_GLYPHS } from '../features/forms/codes.ts';
import { ACCESS_CODES } from './access-codes.ts';
import { isTagged } from './print-parameters.ts';

/** Returns whether a print looks for faults of this kind, which may take time. */
export function looksFor(job: PrintJob, kind: FaultKind): boolean {
  const { report = false, failOn = [] } = job;
  // Without tags, a screen reader cannot read the document at all.
  return failOn.includes(kind) || (report && (kind !== 'accessibility' || isTagged(job)));
}

/** Returns whether barriers and links are read in the document before its print. */
export const isReadForAccess = (job: PrintJob): boolean =>
  !job.picture && !job.bandsOnly && (looksFor(job, 'accessibility') || job.finish?.pdfua === true);

export interface Findings {
  readonly report: RenderReport;
  /** Errors of scripts that nothing caught. The report has them among those of the console. */
  readonly uncaughtErrors: readonly string[];
  /** Where each character without a glyph is first. */
  readonly missingGlyphs: ReadonlyMap<string, string>;
}

/** The codes of warnings that are also faults. */
const MISSING = ['RESOURCES_LATE', 'FONTS_LATE', 'BAND_STYLES', 'STYLE_SHEET_UNREADABLE'];
const WITHOUT_GLYPH = [FIELD_GLYPHS];
/** Source: contract 6.9. */
const UNPROVEN = ['REFERENCE_MISSING', 'REFERENCE_UNPROVEN', 'REFERENCE_REPEATED'];
const CUT = ['BAND_OVERFLOW', 'CONTENT_CLIPPED', 'CONTENT_WIDE'];

/** For each kind, finds the details of its faults. `placeholders` and `translations` are found before the print. */
const FIND: Readonly<Record<FaultKind, (findings: Findings) => readonly string[]>> = {
  placeholders: () => [],
  translations: () => [],
  resources: ({ report }) => [
    ...report.failedResources.map(({ url, reason }) => `${url}: ${reason}`),
    ...messagesOf(report, MISSING),
  ],
  scripts: ({ uncaughtErrors }) => uncaughtErrors,
  glyphs: ({ report, missingGlyphs }) => [
    ...Array.from(
      missingGlyphs,
      ([character, place]) => `No font has a glyph for "${character}" (${toCodePoint(character)}), ${place}.`,
    ),
    ...messagesOf(report, WITHOUT_GLYPH),
  ],
  overflow: ({ report }) => messagesOf(report, CUT),
  accessibility: ({ report }) => messagesOf(report, Object.values(ACCESS_CODES)),
  references: ({ report }) => messagesOf(report, UNPROVEN),
  invoice: ({ report }) => listDifferences(report.warnings),
};

const messagesOf = ({ warnings }: RenderReport, codes: readonly string[]): string[] =>
  warnings.filter(({ code }) => codes.includes(code)).map(({ message }) => message);

/** Writes a code point as Unicode does, such as `U+0041`. */
const toCodePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** @throws {FaultyDocument} there is a fault of a kind in `failOn` */
export function requireNoFaults({ failOn = [] }: PrintJob, findings: Findings): void {
  const faults: Fault[] = failOn.flatMap((kind) => FIND[kind](findings).map((detail) => ({ kind, detail })));
  if (faults.length > 0) throw new FaultyDocument(faults);
}
