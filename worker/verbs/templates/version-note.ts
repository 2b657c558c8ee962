import type { TemplateRowChange, VersionRow } from '../../adapters/d1/template-versions.ts';

/** An empty text is no note. */
export const readNote = (written: string | undefined): string | null => written || null;

/** Returns null if the version keeps its note, because the request has none or the same one. */
export function changeNote(
  { version, note }: Pick<VersionRow, 'version' | 'note'>,
  written: string | undefined,
): TemplateRowChange['note'] {
  const text = written === undefined ? note : readNote(written);
  return text === note ? null : { version, text };
}
