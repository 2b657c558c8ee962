import { z } from 'zod';
import { usage } from './generate.ts';
import { answerOf } from './paging.ts';

const counted = {
  live: z.int().meta({ description: 'PDFs made with live keys: each spent a credit.' }),
  test: z.int().meta({ description: 'PDFs made with test keys: none spent a credit.' }),
};

/** What a workspace made in the running month (UTC). Source: decision 30. */
export const usageAnswer = answerOf(
  usage
    .extend({
      month: z.string().meta({ description: 'Year and month (UTC).', example: '2026-11' }),
      credits: z.int().meta({ description: 'Bought on top of the quota, and not spent yet.' }),
      byDay: z
        .array(z.object({ day: z.iso.date().meta({ description: 'In UTC.' }), ...counted }))
        .meta({ description: 'Days on which something was made, in their order.' }),
      byKey: z
        .array(
          z.object({ keyId: z.string().meta({ description: 'As the dashboard names it.' }), ...counted }),
        )
        .meta({ description: 'Keys with which something was made.' }),
      byTemplate: z
        .array(
          z.object({
            templateId: z.string().nullable().meta({ description: 'Null for raw HTML.' }),
            ...counted,
          }),
        )
        .meta({ description: 'Templates from which something was made.' }),
    })
    .meta({ description: 'The workspace in this month.' }),
);

export type UsageBody = z.infer<typeof usageAnswer>['data'];
