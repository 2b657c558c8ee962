import type { PreviewDraft } from '../../../schema/console/templates.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { type Draft, normalizeSettings } from './draft.ts';
import { chosenText } from './samples.ts';

type Previewed = Pick<Draft, 'content' | 'settings' | 'samples' | 'chosenSample'>;

/** Null if the sample data is not valid JSON. The API requires content, so empty HTML becomes a blank page. */
export function toPreviewRequest({ content, settings, ...samples }: Previewed): PreviewDraft | null {
  const templateData = readJsonObject(chosenText(samples)).value;
  if (templateData === null) return null;
  return { content: content === '' ? ' ' : content, settings: normalizeSettings(settings), templateData };
}
