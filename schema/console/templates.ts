import { z } from 'zod';
import { templateSettings } from '../api/pdf-options.ts';
import { answerOf, pageQuery } from '../api/paging.ts';
import { sampleSet } from '../api/sample-sets.ts';
import { partialTexts } from '../api/components.ts';
import { createTemplate, templateBody } from '../api/templates.ts';
import { translations } from '../api/translations.ts';
import { contentText } from '../text.ts';

/** The dashboard also has the requests and responses of `/v1/templates…`. */

/** `search` is part of the name. */
export const templateSearch = pageQuery.extend({ search: z.string().trim().max(100).optional() });

const jsonObject = z.record(z.string(), z.unknown());

export const editedTemplate = templateBody.extend({
  sampleSets: z.array(sampleSet),
  /** The data of the first set. It is null without sets. */
  sampleData: jsonObject.nullable(),
});
export type EditedTemplate = z.infer<typeof editedTemplate>;
export const editedTemplateAnswer = answerOf(editedTemplate);

/** Replaces the data of the first set, or makes the first one. */
export const putSampleData = z.object({ sampleData: jsonObject });
export const sampleDataAnswer = answerOf(z.object({ sampleData: jsonObject }));

/** Prints with a watermark. Stores no file and uses no credit. */
export const previewDraft = z.object({
  content: contentText().min(1),
  settings: templateSettings.optional(),
  translations: translations.optional(),
  /** As `options.locale` of a request. */
  locale: templateSettings.shape.locale,
  templateData: jsonObject.optional(),
  partials: partialTexts.optional(),
  /** The name of the template. The pages then have a line with it at their foot in place of the watermark. */
  name: createTemplate.shape.name.optional(),
});
export type PreviewDraft = z.infer<typeof previewDraft>;
