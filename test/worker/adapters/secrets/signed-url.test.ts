import { expect, test } from 'vitest';
import { UrlSigner } from '../../../../worker/adapters/secrets/signed-url.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const signer = new UrlSigner('a secret of the tests, 32 letters');

test('a signature is valid for its text and its expiry, also under a secret that was current before', async () => {
  const signature = await signer.sign('file_1', 1_000);
  expect(await signer.verify('file_1', '1000', signature)).toBe(true);
  expect(await signer.verify('file_2', '1000', signature)).toBe(false);
  expect(await signer.verify('file_1', '1001', signature)).toBe(false);
  expect(await signer.verify('file_1', '01000', signature)).toBe(false);
  const rotated = new UrlSigner('another secret of the tests', 'a secret of the tests, 32 letters');
  expect(await rotated.verify('file_1', '1000', signature)).toBe(true);
});

test('a signature has one spelling', async () => {
  const signature = await signer.sign('file_1', 1_000);
  const last = ALPHABET.indexOf(signature.at(-1) ?? '');
  // The last two bits of 43 characters are not in the 32 bytes.
  const others = [1, 2, 3].map((bits) => `${signature.slice(0, -1)}${ALPHABET[last ^ bits]}`);
  const decode = (text: string) => Uint8Array.fromBase64(text, { alphabet: 'base64url' });
  for (const other of others) {
    expect(decode(other)).toEqual(decode(signature));
    expect(await signer.verify('file_1', '1000', other), other).toBe(false);
  }
});
