import { inject } from 'vitest';
import '../../support/stores/access.ts';
import { operate } from './service.ts';

const s3 = inject('s3');
const supabase = inject('supabase');

/** What an operator sends to set up a bucket of the tests' S3 server. */
export const s3Target = (workspaceId: string, more: object = {}) => ({
  workspaceId,
  provider: 's3',
  name: 'archive',
  bucket: 'pdfs',
  endpoint: s3.endpoint,
  region: 'auto',
  accessKeyId: s3.accessKeyId,
  secretAccessKey: s3.secretAccessKey,
  ...more,
});

/** What an operator sends to set up a bucket of the tests' Supabase stand-in. */
export const supabaseTarget = (workspaceId: string, more: object = {}) => ({
  workspaceId,
  provider: 'supabase',
  name: 'backup',
  bucket: 'pdfs',
  url: supabase.endpoint,
  serviceKey: supabase.serviceKey,
  ...more,
});

/** Sets up a target; throws what the service said where it refused. Returns its id. */
export async function addTarget(target: object): Promise<string> {
  const { status, body } = await operate('POST', '/targets', target);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String(body.id);
}
