import { createRoute } from '@hono/zod-openapi';
import {
  changedPasswordAnswer,
  changePassword,
  signedOutAnswer,
  signIn,
  signInWithPasskey as passkeyRequest,
  updatedPersonAnswer,
  updatePerson,
} from '../../../../schema/console/auth.ts';
import { sessionAnswer } from '../../../../schema/console/session.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { answer } from '../../http/answer.ts';
import { requirePerson, signedIn } from '../http/signed-in.ts';
import { readFormBody } from '../../http/read-json-body.ts';
import { askAuth } from './ask-auth.ts';
import { updateName } from '../../../adapters/d1/people.ts';
import { signInWithPasskey, signInWithPassword } from './sign-in.ts';

const passwordSignIn = createRoute({
  method: 'post',
  path: '/sign-in/email',
  middleware: readFormBody,
  request: jsonBody(signIn),
  responses: { 200: jsonResponse('The session', sessionAnswer) },
});

const passkeySignIn = createRoute({
  method: 'post',
  path: '/passkey/verify-authentication',
  middleware: readFormBody,
  request: jsonBody(passkeyRequest),
  responses: { 200: jsonResponse('The session', sessionAnswer) },
});

const signOut = createRoute({
  method: 'post',
  path: '/sign-out',
  responses: { 200: jsonResponse('The session has ended', signedOutAnswer) },
});

const passwordChange = createRoute({
  method: 'post',
  path: '/change-password',
  middleware: [signedIn, readFormBody],
  request: jsonBody(changePassword),
  responses: {
    200: jsonResponse('The password was changed and every other session ended', changedPasswordAnswer),
  },
});

const nameChange = createRoute({
  method: 'post',
  path: '/update-user',
  middleware: [signedIn, readFormBody],
  request: jsonBody(updatePerson),
  responses: { 200: jsonResponse('The person', updatedPersonAnswer) },
});

export const identityRoutes = validatingRouter()
  .openapi(passwordSignIn, async (c) =>
    c.json(answer(c, await signInWithPassword(c, c.req.valid('json'))), 200),
  )
  .openapi(passkeySignIn, async (c) =>
    c.json(answer(c, await signInWithPasskey(c, c.req.valid('json').response)), 200),
  )
  .openapi(signOut, async (c) => {
    await askAuth(c, 'POST', '/sign-out');
    return c.json(answer(c, { signedOut: true as const }), 200);
  })
  .openapi(passwordChange, async (c) => {
    await askAuth(c, 'POST', '/change-password', { ...c.req.valid('json'), revokeOtherSessions: true });
    return c.json(answer(c, { changed: true as const }), 200);
  })
  .openapi(nameChange, async (c) => {
    const { name } = c.req.valid('json');
    await updateName(c.get('services').database, requirePerson(c).id, name);
    return c.json(answer(c, { ...requirePerson(c), name }), 200);
  });
