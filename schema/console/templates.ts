import { z } from 'zod';
import { templateSettings } from '../api/pdf-options.ts';
import { answerOf, pageQuery } from '../api/paging.ts';
import { templateBody } from '../api/templates.ts';

/**
 * Templates in the dashboard: `/console/workspaces/{ws}/templates…` takes and answers what `/v1/templates…`
 * does (list, create, read, update, publish, delete, versions), for any role, and besides:
 */

/** `GET …/templates`: a part of the name. */
export const templateSearch = pageQuery.extend({ search: z.string().trim().max(100).optional() });

const jsonObject = z.record(z.string(), z.unknown());

/** `GET …/templates/{templateId}` of the dashboard: with the data that its author tries it with. */
export const editedTemplate = templateBody.extend({ sampleData: jsonObject.nullable() });
export type EditedTemplate = z.infer<typeof editedTemplate>;
export const editedTemplateAnswer = answerOf(editedTemplate);

/** `PUT …/templates/{templateId}/sample-data`. Belongs to the template, not to a version. */
export const putSampleData = z.object({ sampleData: jsonObject });
export const sampleDataAnswer = answerOf(z.object({ sampleData: jsonObject }));
export const MAX_SAMPLE_DATA_BYTES = 200_000;

/**
 * `POST …/preview`: prints what is in the editor, saved or not, with a watermark: no file, no credit.
 * Answers with the PDF's bytes, or with the error that generate would give.
 */
export const previewDraft = z.object({
  content: z.string().min(1),
  settings: templateSettings.optional(),
  templateData: jsonObject.optional(),
});
export type PreviewDraft = z.infer<typeof previewDraft>;
