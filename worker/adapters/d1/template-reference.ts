import { isId } from '../../../schema/ids.ts';

/** The published version, the newest version, or a version by number. */
export type VersionChoice = 'published' | 'latest' | number;

export interface TemplateReference {
  readonly templateId: string;
  readonly version: VersionChoice;
}

/** Parses `tpl_…` or `tpl_…@3`; otherwise null. `unversioned` is the version of a bare id. */
export function readReference(text: string, unversioned: VersionChoice): TemplateReference | null {
  const [templateId = '', number, ...rest] = text.split('@');
  if (!isId('tpl', templateId) || rest.length > 0) return null;
  if (number === undefined) return { templateId, version: unversioned };
  return /^[1-9]\d{0,8}$/.test(number) ? { templateId, version: Number(number) } : null;
}
