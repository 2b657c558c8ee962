import type { Fault, FaultKind, PrintJob } from '@platen/pdf';
import { FaultyDocument } from '../failures.ts';
import type { RenderReport } from '../render-report.ts';

/** Whether a print looks for faults of this kind, which may take time. */
export const looksFor = ({ report = false, failOn = [] }: PrintJob, kind: FaultKind): boolean =>
  report || failOn.includes(kind);

export interface Findings {
  readonly report: RenderReport;
  /** Errors of scripts that nothing caught. The report has them among those of the console. */
  readonly uncaughtErrors: readonly string[];
}

/** Codes of warnings that are faults. */
const MISSING = ['RESOURCES_LATE', 'FONTS_LATE', 'BAND_STYLES'];
const CUT = ['BAND_OVERFLOW', 'CONTENT_CLIPPED'];

/** By kind, what the entries of a report say about it. `placeholders` are found before the print. */
const FIND: Readonly<Record<FaultKind, (findings: Findings) => readonly string[]>> = {
  placeholders: () => [],
  resources: ({ report }) => [
    ...report.failedResources.map(({ url, reason }) => `${url}: ${reason}`),
    ...messagesOf(report, MISSING),
  ],
  scripts: ({ uncaughtErrors }) => uncaughtErrors,
  glyphs: ({ report }) =>
    report.missingGlyphs.map(
      (character) => `No font has a glyph for "${character}" (${toCodePoint(character)}).`,
    ),
  overflow: ({ report }) => messagesOf(report, CUT),
};

const messagesOf = ({ warnings }: RenderReport, codes: readonly string[]): string[] =>
  warnings.filter(({ code }) => codes.includes(code)).map(({ message }) => message);

/** As in Unicode's tables: `U+0041`. */
const toCodePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** @throws {FaultyDocument} */
export function requireNoFaults({ failOn = [] }: PrintJob, findings: Findings): void {
  const faults: Fault[] = failOn.flatMap((kind) => FIND[kind](findings).map((detail) => ({ kind, detail })));
  if (faults.length > 0) throw new FaultyDocument(faults);
}
