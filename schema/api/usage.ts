import { z } from 'zod';
import { usage } from './generate.ts';
import { answerOf } from './paging.ts';

const counted = { live: z.int(), test: z.int() };

/** What a workspace made in the running month (UTC). Source: decision 30. */
export const usageAnswer = answerOf(
  usage.extend({
    month: z.string().meta({ example: '2026-11' }),
    credits: z.int().meta({ description: 'Bought on top of the quota, and not spent yet.' }),
    byDay: z.array(z.object({ day: z.iso.date(), ...counted })),
    byKey: z.array(z.object({ keyId: z.string(), ...counted })),
    byTemplate: z.array(
      z.object({ templateId: z.string().nullable().meta({ description: 'Null for raw HTML.' }), ...counted }),
    ),
  }),
);
