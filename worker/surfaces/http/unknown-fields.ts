import type { RenderWarning } from '@platen/pdf';
import { toWarnings } from '../../../compose/unknown-fields/index.ts';
import { encodeWarnings, WARNINGS_HEADER } from '../../../schema/warnings-header.ts';
import type { AppContext } from './context.ts';

/** The fields of the body that the API does not have (contract 1.2). */
const warningsOf = (c: AppContext): RenderWarning[] =>
  toWarnings(c.get('unknownFields') ?? { listed: [], more: false });

/** A part of each answer with JSON. @param more of its print */
export function warningsInBody(
  c: AppContext,
  more: readonly RenderWarning[] = [],
): { warnings?: RenderWarning[] } {
  const warnings = [...warningsOf(c), ...more];
  return warnings.length === 0 ? {} : { warnings };
}

/** For an answer that is not JSON, or has no room for them. @param more of its print */
export function warningsInHeader(c: AppContext, more: readonly RenderWarning[] = []): Record<string, string> {
  const warnings = [...warningsOf(c), ...more];
  return warnings.length === 0 ? {} : { [WARNINGS_HEADER]: encodeWarnings(warnings) };
}
