import { describe } from 'vitest';
import { testPacked } from '../../support/packed-package.ts';

const PROGRAM = `
import { Platen, PlatenError } from '@platen/client';
globalThis.fetch = async (request) =>
  Response.json({ error: { code: 'INVALID_API_KEY', message: new URL(request.url).pathname } }, { status: 401 });
const platen = new Platen({ apiKey: 'pk_test_1', baseUrl: 'https://pdf.example.com' });
const error = await platen.generate({ htmlContent: '<p>x' }).catch((error) => error);
console.log(error instanceof PlatenError, error.code, error.message);
`;

const TYPED = `
import { type GenerateRequest, Platen, verifyWebhook } from '@platen/client';
const platen = new Platen({ apiKey: '', baseUrl: '' });
export const generate = async (body: GenerateRequest): Promise<string> => (await platen.generate(body)).data.url;
export const verify = (body: string) => verifyWebhook({ body, headers: new Headers(), secret: '' });
// @ts-expect-error there is no such format
await platen.generate({ htmlContent: '', options: { format: 'A99' } });
`;

describe('@platen/client, packed and installed in an empty project', () => {
  testPacked({
    folder: 'packages/client',
    program: PROGRAM,
    prints: 'true INVALID_API_KEY /v1/pdf/generate\n',
    typed: TYPED,
  });
});
