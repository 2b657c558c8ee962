import type { Report } from './api/report.ts';
import type { Warning } from './warnings-header.ts';

/** All that a report found, as one list, which every surface shows. */
export function listProblems({
  warnings,
  failedResources,
  missingGlyphs,
  consoleErrors,
}: Pick<Report, 'warnings' | 'failedResources' | 'missingGlyphs' | 'consoleErrors'>): readonly Warning[] {
  return [
    ...warnings,
    ...failedResources.map(({ url, reason }) =>
      problem('RESOURCE_FAILED', `${url === '' ? 'A resource' : url} is missing: ${reason}`),
    ),
    ...(missingGlyphs.length === 0
      ? []
      : [problem('MISSING_GLYPHS', `No font has a glyph for: ${missingGlyphs.join(' ')}`)]),
    ...consoleErrors.map((error) => problem('SCRIPT_ERROR', error)),
  ];
}

const problem = (code: string, message: string): Warning => ({ code, message, field: null });
