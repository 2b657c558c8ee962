import { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../../http/context.ts';
import { authenticate } from '../authenticate.ts';
import { readJsonBody } from '../keyed-route.ts';
import { limitRate } from '../limit-rate.ts';

/** Contract 24. Any key may list the tools. A call needs the permissions of its tool. */
export const mcpRoutes = new OpenAPIHono<AppEnv>().post(
  '/',
  authenticate(null),
  limitRate,
  readJsonBody,
  async (c) => {
    // Loaded at first use, like all that a generation does not need (decision 11).
    const { answerMessage } = await import('./answer-message.ts');
    return answerMessage(c, await c.req.json());
  },
);
