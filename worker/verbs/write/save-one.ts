import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { unpaidWork } from '../usage/unpaid-work.ts';
import { planTemplate, type TemplateChange, type TemplateWrite } from './plan-template.ts';
import { writtenInTurn } from './retried.ts';
import { write } from './write.ts';

/**
 * Plans and writes the change of one template, until the template that it was planned from is the one that is written.
 *
 * @returns null if nothing changes
 * @throws {ApiError} `TEMPLATE_CHANGED`, `PRINTS_LIMITED`; what `write` throws
 */
export const saveOne = (ctx: Ctx, plan: () => Promise<TemplateChange>): Promise<TemplateWrite | null> =>
  unpaidWork(ctx, () =>
    writtenInTurn(
      ctx,
      async () => {
        const planned = await planTemplate(ctx, await plan());
        if (planned !== null) await write(ctx, { templates: [planned], components: [] });
        return planned;
      },
      new ApiError('TEMPLATE_CHANGED'),
    ),
  );
