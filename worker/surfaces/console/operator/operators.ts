import { createRoute, z } from '@hono/zod-openapi';
import {
  addOperator as addRequest,
  operatorAnswer,
  operatorListAnswer,
  removedOperatorAnswer,
} from '../../../../schema/console/operators.ts';
import { answer } from '../../http/answer.ts';
import { readFormBody } from '../../http/read-json-body.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { addOperator, listOperators, removeOperator } from '../../../verbs/people/operators.ts';
import { signedInOperator } from '../http/signed-in.ts';
import { operatorCtx } from './operator-ctx.ts';

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: signedInOperator,
  responses: { 200: jsonResponse('The operators, first one first', operatorListAnswer) },
});

const addition = createRoute({
  method: 'post',
  path: '/',
  middleware: [signedInOperator, readFormBody],
  request: jsonBody(addRequest),
  responses: { 200: jsonResponse('The person, who is an operator now', operatorAnswer) },
});

const removal = createRoute({
  method: 'delete',
  path: '/{id}',
  middleware: signedInOperator,
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonResponse('The person is not an operator any more', removedOperatorAnswer) },
});

export const instanceOperatorRoutes = validatingRouter()
  .openapi(listing, async (c) => c.json(answer(c, { operators: await listOperators(operatorCtx(c)) }), 200))
  .openapi(addition, async (c) => {
    const { email } = c.req.valid('json');
    return c.json(answer(c, await addOperator(operatorCtx(c), email)), 200);
  })
  .openapi(removal, async (c) => {
    const { id } = c.req.valid('param');
    await removeOperator(operatorCtx(c), id);
    return c.json(answer(c, { id, deleted: true as const }), 200);
  });
