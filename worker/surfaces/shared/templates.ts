import { z } from '@hono/zod-openapi';
import { EXAMPLE_TEMPLATE_ID } from '../../../schema/api/examples.ts';
import { answerOf } from '../../../schema/api/paging.ts';
import {
  createTemplate as createTemplateRequest,
  deletedTemplate,
  publishTemplate as publishTemplateRequest,
  type TemplateBody,
  templatePage,
  templateQuery,
  templateVersionPage,
  updateTemplate as updateTemplateRequest,
} from '../../../schema/api/templates.ts';
import type { Ctx } from '../../ctx.ts';
import { deleteTemplate } from '../../verbs/templates/delete-template.ts';
import { listTemplates, readTemplate } from '../../verbs/templates/describe-template.ts';
import { listVersions } from '../../verbs/templates/list-versions.ts';
import { publishTemplate } from '../../verbs/templates/publish-template.ts';
import { createTemplate, updateTemplate } from '../../verbs/templates/save-template.ts';
import { templateTag } from '../../verbs/templates/template-tag.ts';
import { TEMPLATE_HEADERS } from '../http/response-headers.ts';
import { verbRoute } from '../http/route.ts';

export const templateParams = z.object({
  templateId: z.string().meta({
    description: '`tpl_…`, or `tpl_…@3` to read version 3.',
    example: EXAMPLE_TEMPLATE_ID,
  }),
});

/** @param show what the surface answers of a template */
export function templateVerbs<Shown extends TemplateBody>(
  shown: z.ZodType<Shown>,
  show: (ctx: Ctx, template: TemplateBody) => Promise<Shown>,
) {
  const answer = answerOf(shown);

  async function showTemplate(ctx: Ctx, reference: string) {
    const template = await readTemplate(ctx, reference);
    return { data: await show(ctx, template), headers: { ETag: await templateTag(template) } };
  }

  return {
    list: verbRoute({
      method: 'get',
      path: '/',
      query: templateQuery,
      answer: templatePage,
      async run(ctx, query) {
        const { templates: data, nextCursor } = await listTemplates(ctx, query);
        return { data, nextCursor };
      },
    }),
    create: verbRoute({
      method: 'post',
      path: '/',
      body: createTemplateRequest,
      status: 201,
      answer,
      headers: TEMPLATE_HEADERS,
      run: async (ctx, input) => showTemplate(ctx, await createTemplate(ctx, input)),
    }),
    read: verbRoute({
      method: 'get',
      path: '/{templateId}',
      params: templateParams,
      answer,
      headers: TEMPLATE_HEADERS,
      run: (ctx, { templateId }) => showTemplate(ctx, templateId),
    }),
    change: verbRoute({
      method: 'put',
      path: '/{templateId}',
      params: templateParams,
      body: updateTemplateRequest,
      answer,
      headers: TEMPLATE_HEADERS,
      async run(ctx, input, c) {
        await updateTemplate(ctx, { ...input, ifMatch: c.req.header('If-Match') });
        return showTemplate(ctx, input.templateId);
      },
    }),
    publish: verbRoute({
      method: 'post',
      path: '/{templateId}/publish',
      params: templateParams,
      body: publishTemplateRequest,
      answer,
      headers: TEMPLATE_HEADERS,
      async run(ctx, input) {
        const version = await publishTemplate(ctx, input);
        return showTemplate(ctx, `${input.templateId}@${version}`);
      },
    }),
    delete: verbRoute({
      method: 'delete',
      path: '/{templateId}',
      params: templateParams,
      answer: deletedTemplate,
      async run(ctx, { templateId: id }) {
        await deleteTemplate(ctx, id);
        return { data: { id, deleted: true as const } };
      },
    }),
    listVersions: verbRoute({
      method: 'get',
      path: '/{templateId}/versions',
      params: templateParams,
      query: templateQuery,
      answer: templateVersionPage,
      async run(ctx, query) {
        const { versions: data, nextCursor } = await listVersions(ctx, query);
        return { data, nextCursor };
      },
    }),
  };
}
