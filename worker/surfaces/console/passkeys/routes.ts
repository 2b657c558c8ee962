import { createRoute } from '@hono/zod-openapi';
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
import { ApiError } from '../../../lib/api-error.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { answer } from '../../http/answer.ts';
import { requirePerson, signedIn } from '../http/signed-in.ts';
import { readFormBody } from '../../http/read-json-body.ts';
import { askAuth } from '../identity/ask-auth.ts';
import {
  deletePasskeyRow,
  findPasskeys,
  type PasskeyRow,
  updatePasskeyName,
} from '../../../adapters/d1/identity.ts';

const signInOptions = createRoute({
  method: 'get',
  path: '/generate-authenticate-options',
  responses: { 200: jsonResponse('A challenge for the browser, to sign in', webAuthnOptionsAnswer) },
});

const registrationOptions = createRoute({
  method: 'get',
  path: '/generate-register-options',
  middleware: signedIn,
  responses: {
    200: jsonResponse('A challenge for the browser, to create a passkey', webAuthnOptionsAnswer),
  },
});

const registration = createRoute({
  method: 'post',
  path: '/verify-registration',
  middleware: [signedIn, readFormBody],
  request: jsonBody(registerPasskey),
  responses: { 200: jsonResponse('The new passkey', passkeyAnswer) },
});

const listing = createRoute({
  method: 'get',
  path: '/list-user-passkeys',
  middleware: signedIn,
  responses: { 200: jsonResponse('The passkeys of the person', passkeysAnswer) },
});

const renaming = createRoute({
  method: 'post',
  path: '/update-passkey',
  middleware: [signedIn, readFormBody],
  request: jsonBody(renamePasskey),
  responses: { 200: jsonResponse('The passkey', passkeyAnswer) },
});

const deletion = createRoute({
  method: 'post',
  path: '/delete-passkey',
  middleware: [signedIn, readFormBody],
  request: jsonBody(deletePasskey),
  responses: { 200: jsonResponse('The passkey was deleted', deletedPasskeyAnswer) },
});

const webAuthn = z.record(z.string(), z.unknown());

const registered = z.object({ id: z.string() });

export const passkeyRoutes = validatingRouter()
  .openapi(signInOptions, async (c) => {
    const options = webAuthn.parse(await askAuth(c, 'GET', '/passkey/generate-authenticate-options'));
    // better-auth sends `preferred`, but a device that does not verify the person is refused later.
    return c.json(answer(c, { ...options, userVerification: 'required' }), 200);
  })
  .openapi(registrationOptions, async (c) => {
    const options = webAuthn.parse(await askAuth(c, 'GET', '/passkey/generate-register-options'));
    return c.json(answer(c, options), 200);
  })
  .openapi(registration, async (c) => {
    const { response, name } = c.req.valid('json');
    const { id } = registered.parse(
      await askAuth(c, 'POST', '/passkey/verify-registration', { response, name }),
    );
    const rows = await findPasskeys(c.get('services').database, requirePerson(c).id);
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) throw new Error('A registered passkey is missing');
    return c.json(answer(c, describe(row)), 200);
  })
  .openapi(listing, async (c) => {
    const rows = await findPasskeys(c.get('services').database, requirePerson(c).id);
    return c.json(answer(c, { passkeys: rows.map(describe) }), 200);
  })
  .openapi(renaming, async (c) => {
    const { id, name } = c.req.valid('json');
    const row = await updatePasskeyName(c.get('services').database, requirePerson(c).id, id, name);
    if (row === null) throw notFound();
    return c.json(answer(c, describe(row)), 200);
  })
  .openapi(deletion, async (c) => {
    const { id } = c.req.valid('json');
    if (!(await deletePasskeyRow(c.get('services').database, requirePerson(c).id, id))) throw notFound();
    return c.json(answer(c, { deleted: true as const }), 200);
  });

const notFound = (): ApiError => new ApiError('NOT_FOUND', { message: 'You have no passkey with this id.' });

const describe = ({ id, name, createdAt, deviceType, backedUp }: PasskeyRow): ListedPasskey => ({
  id,
  name,
  createdAt: createdAt?.toISOString() ?? null,
  deviceType,
  backedUp,
});
