import { PUSH_ANSWER, PUSH_REQUEST } from '../../../../schema/api/push-examples.ts';
import { pushAnswer, pushRequest } from '../../../../schema/api/push.ts';
import { requireCtx, requireMemory } from '../../http/context.ts';
import { readPushBody } from '../../http/read-json-body.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { openRoute, verbRoute } from '../../http/verb-route.ts';
import { authenticate } from '../authenticate.ts';
import { keyedErrors } from '../error-responses.ts';
import { describeKeyed } from '../keyed.ts';
import { limitRate } from '../limit-rate.ts';

const pushing = verbRoute({
  method: 'post',
  path: '/',
  body: pushRequest,
  answer: pushAnswer,
  async run(ctx, input, c) {
    // Loaded at first use, because no generation needs it.
    const { push } = await import('../../../verbs/push/push.ts');
    return { data: await push(ctx, input, requireMemory(c).deadline) };
  },
});

export const pushRoutes = validatingRouter().openapiRoutes([
  openRoute(pushing, requireCtx, {
    tags: ['Templates'],
    summary: 'Save templates and partials together',
    ...describeKeyed(
      'template.write',
      'Checks everything first: one template that is not valid changes none, and `details` lists the problems of all of them. Partials are checked together with the templates that use them, as they will be after the push. Assets are uploaded before. The same push again changes nothing.',
    ),
    middleware: [authenticate('template.write'), limitRate, readPushBody(requireCtx)],
    bodyExample: PUSH_REQUEST,
    returns: 'What was changed',
    example: PUSH_ANSWER,
    otherResponses: keyedErrors(
      'VALIDATION_ERROR',
      'UNSUPPORTED_ENCODING',
      'REQUEST_TIMEOUT',
      'SERVICE_BUSY',
      'PUSH_CONFLICT',
      'TEMPLATE_LIMIT_REACHED',
      'PARTIAL_LIMIT_REACHED',
      'VERSION_LIMIT_REACHED',
    ),
  }),
]);
