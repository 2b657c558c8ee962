import { inject } from 'vitest';
import './access.ts';

/** The operator's request body for a bucket of the tests' S3 server. */
export const s3Target = (workspaceId: string, more: object = {}) => ({
  workspaceId,
  provider: 's3',
  name: 'archive',
  bucket: 'pdfs',
  region: 'auto',
  ...inject('s3'),
  ...more,
});

/** The operator's request body for a bucket of the tests' Supabase server. */
export const supabaseTarget = (workspaceId: string, more: object = {}) => ({
  workspaceId,
  provider: 'supabase',
  name: 'backup',
  bucket: 'pdfs',
  url: inject('supabase').endpoint,
  serviceKey: inject('supabase').serviceKey,
  ...more,
});
