import { OpenAPIHono } from '@hono/zod-openapi';
import { describeIssue } from '../../schema/api/issues.ts';
import { invalidRequest } from '../api-error.ts';
import type { AppEnv } from './context.ts';

export const validatingRouter = () =>
  new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error.issues.map(describeIssue));
    },
  });
