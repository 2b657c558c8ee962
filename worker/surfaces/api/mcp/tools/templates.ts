import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../../../../../schema/api/paging.ts';
import { isJsonObject } from '../../../../../schema/json-object.ts';
import { idText, text } from '../../../../../schema/text.ts';
import { checkData } from '../../../../verbs/templates/check-data.ts';
import { listTemplates, readTemplate } from '../../../../verbs/templates/describe-template.ts';
import { listSampleSets } from '../../../../verbs/templates/sample-sets.ts';
import { requireCtx, requireMemory } from '../../../http/context.ts';
import { noteSubject } from '../../../http/log-request.ts';
import { requirePermission } from '../../authenticate.ts';
import { jsonResult, tool } from '../tool.ts';

export const templateId = idText()
  .min(1)
  .meta({ description: '`tpl_…` for the newest version, `tpl_…@3` for version 3.' });

export const data = z
  .custom<Record<string, unknown>>(isJsonObject, 'must be an object')
  .meta({ type: 'object', additionalProperties: true, description: 'Values for the placeholders.' });

export const list = tool({
  name: 'list_templates',
  title: 'List templates',
  description: 'Lists the saved templates of the workspace, newest first, without their content.',
  permissions: ['template.read'],
  args: z.strictObject({
    limit: z
      .int()
      .min(1)
      .max(MAX_PAGE_SIZE)
      .optional()
      .meta({ description: 'The number of templates to return. The default is 50.' }),
    cursor: text(1_000).optional().meta({ description: 'The `nextCursor` of the previous call.' }),
  }),
  async run(c, query) {
    requirePermission(c, 'template.read');
    return jsonResult(await listTemplates(requireCtx(c), query));
  },
});

export const get = tool({
  name: 'get_template',
  title: 'Read a template',
  description:
    'Returns one version of a template: its HTML with Handlebars, its settings, and the JSON Schema of its data. Read it before you render or change it.',
  permissions: ['template.read'],
  args: z.strictObject({
    templateId,
    withSamples: z.boolean().optional().meta({ description: 'Also returns the sets of sample data.' }),
  }),
  async run(c, { templateId: reference, withSamples = false }) {
    requirePermission(c, 'template.read');
    noteSubject(c, { templateId: reference });
    const template = await readTemplate(requireCtx(c), reference);
    if (!withSamples) return jsonResult(template);
    return jsonResult({ ...template, sampleSets: await listSampleSets(requireCtx(c), template.id) });
  },
});

export const validate = tool({
  name: 'validate_data',
  title: 'Check data for a template',
  description:
    "Checks data against the template's JSON Schema, and lists all problems with their paths. Nothing is printed, and nothing is spent.",
  permissions: ['template.read'],
  args: z.strictObject({ templateId, templateData: data }),
  async run(c, { templateId: reference, templateData }) {
    requirePermission(c, 'template.read');
    noteSubject(c, { templateId: reference });
    const terms = { reference, data: templateData, memory: requireMemory(c) };
    return jsonResult(await checkData(requireCtx(c), terms));
  },
});
