import { isId } from '../../schema/ids.ts';

/** Which version of a template: the newest published one, the newest of all, or one by its number. */
export type VersionChoice = 'published' | 'latest' | number;

export interface TemplateReference {
  readonly templateId: string;
  readonly version: VersionChoice;
}

/**
 * Reads `tpl_…`, or `tpl_…@3` for a given version. Null for what cannot name a template.
 *
 * @param unversioned what an id without a number means
 */
export function readReference(text: string, unversioned: VersionChoice): TemplateReference | null {
  const [templateId = '', number, ...rest] = text.split('@');
  if (!isId('tpl', templateId) || rest.length > 0) return null;
  if (number === undefined) return { templateId, version: unversioned };
  return /^[1-9]\d{0,8}$/.test(number) ? { templateId, version: Number(number) } : null;
}
