import type { PreviewDraft } from '../../../schema/console/templates.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { type Draft, normalizeSettings } from './draft.ts';

/** Null if the sample data is not valid JSON. The API requires content, so empty HTML becomes a blank page. */
export function toPreviewRequest(
  { content, settings }: Pick<Draft, 'content' | 'settings'>,
  sampleText: string,
): PreviewDraft | null {
  const templateData = readJsonObject(sampleText).value;
  if (templateData === null) return null;
  return { content: content === '' ? ' ' : content, settings: normalizeSettings(settings), templateData };
}
