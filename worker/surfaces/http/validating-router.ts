import { OpenAPIHono } from '@hono/zod-openapi';
import { describeIssue } from '../../../schema/api/issues.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import type { AppContext, AppEnv } from './context.ts';

/** @param findProblems those of a body that its schema cannot express. The body still has its unknown fields. */
export const validatingRouter = (findProblems?: (body: unknown, c: AppContext) => readonly string[]) =>
  new OpenAPIHono<AppEnv>({
    defaultHook: async (result, c) => {
      const hasBody = findProblems !== undefined && result.target === 'json';
      const problems = [
        ...(hasBody ? findProblems(await c.req.json(), c) : []),
        ...(result.success ? [] : result.error.issues.map(describeIssue)),
      ];
      if (problems.length > 0) throw invalidRequest(problems);
    },
  });
