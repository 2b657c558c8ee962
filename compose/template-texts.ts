import { listBands, toBandName } from '../schema/api/band-options.ts';
import type { TemplateSettings } from '../schema/api/pdf-options.ts';
import type { TemplateDocument } from './errors.ts';
import { listFinishTexts } from './finish-texts.ts';

export type TemplateText = readonly [TemplateDocument, string];

/** The texts of a template that have placeholders: its document, its bands, and those of other options. */
export function listTexts(content: string, settings: TemplateSettings): TemplateText[] {
  const { outputName, templating } = settings;
  return [
    ...(templating === 'none' ? [] : [['html', content] as const]),
    ...listBandTexts(settings),
    ...(outputName === undefined ? [] : [['outputName', outputName] as const]),
    ...listFinishTexts(settings),
  ];
}

/** The same without the names of the documents. */
export const listContents = (content: string, settings: TemplateSettings): string[] =>
  listTexts(content, settings).map(([, source]) => source);

const listBandTexts = (settings: TemplateSettings): TemplateText[] =>
  (['header', 'footer'] as const).flatMap((edge) => {
    const bands = settings[edge];
    return listBands(bands).map(({ content = '' }, index): TemplateText => [
      toBandName(edge, bands, index),
      content,
    ]);
  });
