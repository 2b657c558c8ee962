import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createClient } from '@supabase/supabase-js';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { checkedFetch } from '../support/checked-fetch.ts';
import { HELLO, operator, send, Tenant } from '../support/service-client.ts';
import { s3Target, supabaseTarget } from '../support/stores/targets.ts';

// The Worker talks to the stores with smaller libraries. Here, those of the stores' makers read what it has written.

const answer = z.object({
  data: z.object({ url: z.string(), externalCopies: z.tuple([z.object({ url: z.url() })]) }),
});

/** Generates a file for a workspace with one store. Returns the file's bytes, and the signed address of its copy. */
async function generateCopy(
  targetOf: typeof s3Target | typeof supabaseTarget,
): Promise<{ bytes: Uint8Array; signed: URL; key: string }> {
  const tenant = await Tenant.create();
  await operator().addTarget(targetOf(tenant.workspaceId));
  const { data } = answer.parse(JSON.parse((await tenant.generate(HELLO)).text));
  const signed = new URL(data.externalCopies[0].url);
  const [, key = ''] = decodeURIComponent(signed.pathname).split('/pdfs/');
  return { bytes: (await send(data.url)).bytes, signed, key };
}

const readBytes = async (address: URL): Promise<Uint8Array> => (await checkedFetch(address.href)).bytes();

const { endpoint, ...credentials } = inject('s3');
const s3 = new S3Client({ endpoint, credentials, region: 'auto', forcePathStyle: true });

const PAYLOAD_HASH = 'x-amz-content-sha256';

/** What the query has beside the parameters of the signature. */
const signedParameters = (address: URL): Record<string, string> =>
  Object.fromEntries([...address.searchParams].filter(([name]) => !name.startsWith('X-Amz-')));

/** The signature that the AWS SDK calculates for the same address, date and time. */
async function signatureOfSdk(address: URL): Promise<unknown> {
  const signer = await s3.config.signer();
  if (!('presign' in signer) || typeof signer.presign !== 'function')
    throw new Error('It signs no addresses');
  const date = address.searchParams.get('X-Amz-Date') ?? '';
  const request = {
    method: 'GET',
    protocol: address.protocol,
    hostname: address.hostname,
    port: Number(address.port),
    path: address.pathname,
    query: signedParameters(address),
    headers: { host: address.host, [PAYLOAD_HASH]: 'UNSIGNED-PAYLOAD' },
  };
  const presigned = await signer.presign(request, {
    expiresIn: Number(address.searchParams.get('X-Amz-Expires')),
    signingDate: new Date(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')),
    // A client that opens the address sends no such header.
    unhoistableHeaders: new Set([PAYLOAD_HASH]),
    unsignableHeaders: new Set([PAYLOAD_HASH]),
  });
  return presigned.query['X-Amz-Signature'];
}

test('the AWS SDK reads a copy in S3, and signs its address in the same way', async () => {
  const { bytes, signed, key } = await generateCopy(s3Target);
  const copy = await s3.send(new GetObjectCommand({ Bucket: 'pdfs', Key: key }));
  expect(copy.ContentType).toBe('application/pdf');
  expect(copy.ContentLength).toBe(bytes.length);
  expect(await copy.Body?.transformToByteArray()).toEqual(bytes);
  expect(await readBytes(signed)).toEqual(bytes);
  expect(signed.searchParams.get('X-Amz-Signature')).toBe(await signatureOfSdk(signed));
});

test('supabase-js reads a copy in Supabase, and its signed address opens the same object', async () => {
  const { bytes, signed, key } = await generateCopy(supabaseTarget);
  const supabase = createClient(inject('supabase').endpoint, inject('supabase').serviceKey);
  const bucket = supabase.storage.from('pdfs');
  const { data: copy } = await bucket.download(key);
  expect(copy?.type).toBe('application/pdf');
  expect(new Uint8Array((await copy?.arrayBuffer()) ?? [])).toEqual(bytes);
  expect(await readBytes(signed)).toEqual(bytes);
  const { data: address } = await bucket.createSignedUrl(key, 60);
  expect(await readBytes(new URL(address?.signedUrl ?? ''))).toEqual(bytes);
});
