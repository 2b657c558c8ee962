import { z } from 'zod';
import { usage } from './generate.ts';
import { answerOf } from './paging.ts';
import { text } from '../text.ts';

const counted = {
  live: z.int().meta({ description: 'PDFs made with live keys. Each one took a credit.' }),
  test: z.int().meta({ description: 'PDFs made with test keys. They take no credits.' }),
};

/** Source: contract 10.3. */
export const usageQuery = z.object({
  month: text(100)
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a year and a month, such as 2026-10')
    .optional()
    .meta({
      description:
        'Year and month (UTC): the current month, or one of the 13 months before it. Default: the current month.',
      example: '2026-11',
    }),
});

export const usageAnswer = answerOf(
  usage
    .extend({
      month: z.string().meta({
        description: 'Year and month (UTC) of the counts. The quota and the credits are the current ones.',
        example: '2026-11',
      }),
      credits: z.int().meta({ description: 'Credits bought on top of the quota and not spent.' }),
      byDay: z
        .array(z.object({ day: z.iso.date().meta({ description: 'In UTC.' }), ...counted }))
        .meta({ description: 'Days with at least one PDF, in order.' }),
      byKey: z
        .array(
          z.object({
            keyId: z
              .string()
              .meta({ description: 'The id of the key, or of the person who used the dashboard.' }),
            ...counted,
          }),
        )
        .meta({ description: 'Keys with at least one PDF.' }),
      byTemplate: z
        .array(
          z.object({
            templateId: z
              .string()
              .nullable()
              .meta({ description: 'The id of the template, or `null` for raw HTML.' }),
            ...counted,
          }),
        )
        .meta({ description: 'Templates with at least one PDF.' }),
    })
    .meta({ description: 'Usage of the workspace in a month.' }),
);

export type UsageBody = z.infer<typeof usageAnswer>['data'];
