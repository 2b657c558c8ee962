import {
  changedPasswordAnswer,
  changePassword as changePasswordRequest,
  signedOutAnswer,
  signIn,
  signInWithPasskey as signInWithPasskeyRequest,
  updatedPersonAnswer,
  updatePerson,
} from '../../../../schema/console/auth.ts';
import { sessionAnswer } from '../../../../schema/console/session.ts';
import { updateName } from '../../../adapters/d1/people.ts';
import type { BaseCtx } from '../../../ctx.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { guestRoute, type PersonCtx, personRoute } from '../http/person-routes.ts';
import { askAuth } from './ask-auth.ts';
import { signInWithPasskey, signInWithPassword } from './sign-in.ts';

const passwordSignIn = verbRoute({
  method: 'post',
  path: '/sign-in/email',
  body: signIn,
  answer: sessionAnswer,
  run: async (_: BaseCtx, input, c) => ({ data: await signInWithPassword(c, input) }),
});

const passkeySignIn = verbRoute({
  method: 'post',
  path: '/passkey/verify-authentication',
  body: signInWithPasskeyRequest,
  answer: sessionAnswer,
  run: async (_: BaseCtx, { response }, c) => ({ data: await signInWithPasskey(c, response) }),
});

const signOut = verbRoute({
  method: 'post',
  path: '/sign-out',
  answer: signedOutAnswer,
  async run(_: BaseCtx, _input, c) {
    await askAuth(c, 'POST', '/sign-out');
    return { data: { signedOut: true as const } };
  },
});

const changePassword = verbRoute({
  method: 'post',
  path: '/change-password',
  body: changePasswordRequest,
  answer: changedPasswordAnswer,
  async run(_: PersonCtx, input, c) {
    await askAuth(c, 'POST', '/change-password', { ...input, revokeOtherSessions: true });
    return { data: { changed: true as const } };
  },
});

const changeName = verbRoute({
  method: 'post',
  path: '/update-user',
  body: updatePerson,
  answer: updatedPersonAnswer,
  async run({ services, person }: PersonCtx, { name }) {
    await updateName(services.database, person.id, name);
    return { data: { ...person, name } };
  },
});

export const identityRoutes = routerOf([
  guestRoute(passwordSignIn, 'The session'),
  guestRoute(passkeySignIn, 'The session'),
  guestRoute(signOut, 'The session has ended'),
  personRoute(changePassword, 'The password was changed and every other session ended'),
  personRoute(changeName, 'The person'),
]);
