import { z } from 'zod';
import {
  deletedPasskeyAnswer,
  deletePasskey,
  type ListedPasskey,
  passkeyAnswer,
  passkeysAnswer,
  registerPasskey,
  renamePasskey,
  webAuthnOptionsAnswer,
} from '../../../../schema/console/auth.ts';
import {
  deletePasskeyRow,
  findPasskeys,
  type PasskeyRow,
  updatePasskeyName,
} from '../../../adapters/d1/identity.ts';
import type { BaseCtx } from '../../../ctx.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { guestRoute, type PersonCtx, personRoute } from '../http/person-routes.ts';
import { askAuth } from '../identity/ask-auth.ts';

const webAuthn = z.record(z.string(), z.unknown());

const registered = z.object({ id: z.string() });

const signInOptions = verbRoute({
  method: 'get',
  path: '/generate-authenticate-options',
  answer: webAuthnOptionsAnswer,
  async run(_: BaseCtx, _input, c) {
    const options = webAuthn.parse(await askAuth(c, 'GET', '/passkey/generate-authenticate-options'));
    // better-auth sends `preferred`, but a device that does not verify the person is refused later.
    return { data: { ...options, userVerification: 'required' } };
  },
});

const registrationOptions = verbRoute({
  method: 'get',
  path: '/generate-register-options',
  answer: webAuthnOptionsAnswer,
  run: async (_: PersonCtx, _input, c) => ({
    data: webAuthn.parse(await askAuth(c, 'GET', '/passkey/generate-register-options')),
  }),
});

const register = verbRoute({
  method: 'post',
  path: '/verify-registration',
  body: registerPasskey,
  answer: passkeyAnswer,
  async run({ services, person }: PersonCtx, { response, name }, c) {
    const { id } = registered.parse(
      await askAuth(c, 'POST', '/passkey/verify-registration', { response, name }),
    );
    const rows = await findPasskeys(services.database, person.id);
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) throw new Error('A registered passkey is missing');
    return { data: describe(row) };
  },
});

const list = verbRoute({
  method: 'get',
  path: '/list-user-passkeys',
  answer: passkeysAnswer,
  async run({ services, person }: PersonCtx) {
    const rows = await findPasskeys(services.database, person.id);
    return { data: { passkeys: rows.map(describe) } };
  },
});

const rename = verbRoute({
  method: 'post',
  path: '/update-passkey',
  body: renamePasskey,
  answer: passkeyAnswer,
  async run({ services, person }: PersonCtx, { id, name }) {
    const row = await updatePasskeyName(services.database, person.id, id, name);
    if (row === null) throw notFound();
    return { data: describe(row) };
  },
});

const remove = verbRoute({
  method: 'post',
  path: '/delete-passkey',
  body: deletePasskey,
  answer: deletedPasskeyAnswer,
  async run({ services, person }: PersonCtx, { id }) {
    if (!(await deletePasskeyRow(services.database, person.id, id))) throw notFound();
    return { data: { deleted: true as const } };
  },
});

export const passkeyRoutes = routerOf([
  guestRoute(signInOptions, 'A challenge for the browser, to sign in'),
  personRoute(registrationOptions, 'A challenge for the browser, to create a passkey'),
  personRoute(register, 'The new passkey'),
  personRoute(list, 'The passkeys of the person'),
  personRoute(rename, 'The passkey'),
  personRoute(remove, 'The passkey was deleted'),
]);

const notFound = (): ApiError => new ApiError('NOT_FOUND', { message: 'You have no passkey with this id.' });

const describe = ({ id, name, createdAt, deviceType, backedUp }: PasskeyRow): ListedPasskey => ({
  id,
  name,
  createdAt: createdAt?.toISOString() ?? null,
  deviceType,
  backedUp,
});
