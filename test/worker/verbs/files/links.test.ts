import { expect, test } from 'vitest';
import { SIGNED_URL_VALIDITY_MS } from '../../../../schema/plans.ts';
import { UrlSigner } from '../../../../worker/adapters/secrets/signed-url.ts';
import { fileLinks } from '../../../../worker/verbs/files/links.ts';

test.each([
  ['a full second', 1_800_000_000_000, 1_800_000_000],
  ['the first millisecond of a second', 1_800_000_000_001, 1_800_000_001],
  ['the last millisecond of a second', 1_800_000_000_999, 1_800_000_001],
])('an address that must be valid until %s is signed until the next full one', async (_, until, expires) => {
  const { signedUrl, signedUntil } = await fileLinks(
    { fileId: 'file_1', linkToken: 'token', mediaType: 'application/pdf' },
    new UrlSigner('a secret of the tests'),
    'https://pdf.example',
    until - SIGNED_URL_VALIDITY_MS,
  );
  expect(signedUntil).toBe(expires * 1_000);
  expect(signedUrl).toContain(`/files/file_1.pdf?expires=${expires}&signature=`);
});
