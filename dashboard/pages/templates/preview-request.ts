import type { PreviewDraft } from '../../../schema/console/templates.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { type Draft, normalizeSettings, readTranslations } from './draft.ts';

type PrintedDraft = Pick<Draft, 'content' | 'settings' | 'translationsText' | 'previewLocale'>;

/** Returns null if the sample data or the translations are not valid JSON. The API requires content, so empty HTML becomes a blank page. */
export function toPreviewRequest(
  { content, settings, translationsText, previewLocale }: PrintedDraft,
  sampleText: string,
): PreviewDraft | null {
  const templateData = readJsonObject(sampleText).value;
  const translations = readTranslations(translationsText);
  if (templateData === null || translations === undefined) return null;
  return {
    content: content === '' ? ' ' : content,
    settings: normalizeSettings(settings),
    ...(translations !== null && { translations }),
    ...(previewLocale !== undefined && { locale: previewLocale }),
    templateData,
  };
}
