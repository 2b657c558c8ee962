import { PUSH_ANSWER, PUSH_REQUEST } from '../../../../schema/api/push-examples.ts';
import { pushAnswer, pushRequest } from '../../../../schema/api/push.ts';
import { requireCtx } from '../../http/context.ts';
import { readPushBody } from '../../http/read-json-body.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { keyedRoutes } from '../keyed-route.ts';
import { limitRate } from '../limit-rate.ts';
import { mayNameFiles } from '../pdf/names-file.ts';

const pushing = verbRoute({
  method: 'post',
  path: '/',
  body: pushRequest,
  answer: pushAnswer,
  async run(ctx, input) {
    // Loaded at first use, because no generation needs it.
    const { push } = await import('../../../verbs/push/push.ts');
    return { data: await push(ctx, input) };
  },
});

export const pushRoutes = routerOf([
  keyedRoutes('Templates')(pushing, 'template.write', {
    summary: 'Save templates and partials together',
    about:
      'Checks everything first: one template that is not valid changes none, and `details` lists the problems of all of them. Partials are checked together with the templates that use them, as they will be after the push. Assets are uploaded before. The same push again changes nothing.',
    guards: [limitRate, readPushBody(requireCtx)],
    around: mayNameFiles,
    bodyExample: PUSH_REQUEST,
    returns: 'What was changed',
    example: PUSH_ANSWER,
    errors: [
      'PUSH_CONFLICT',
      'TEMPLATE_LIMIT_REACHED',
      'PARTIAL_LIMIT_REACHED',
      'VERSION_LIMIT_REACHED',
      'PRINTS_LIMITED',
    ],
  }),
]);
