import { z } from 'zod';
import { EXTERNAL_PROVIDERS, MAX_TARGETS } from '../providers.ts';
import { addressText, idText, text } from '../text.ts';

/** Source: contract 8.1. */

/** Names that S3 and Supabase accept, without those that a URL parser would resolve. */
const bucket = text(1_000).regex(
  /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/,
  'must have 1 to 100 letters, digits, dots, hyphens or underscores',
);

const address = addressText().refine((url) => !/[?#]/.test(url), 'must end with the path');

const common = {
  workspaceId: idText(),
  name: z.string().trim().min(1).max(100).meta({ description: 'The name in answers.' }),
  bucket,
  keyPrefix: text(1_024).optional().meta({ default: '', description: 'Prefix of every key.' }),
  keyPattern: text(1_024).optional().meta({
    default: '{yyyy}/{mm}/{fileId}-{filename}.pdf',
    description: 'The key after the prefix. Placeholders: {yyyy}, {mm}, {dd}, {fileId} and {filename}.',
  }),
};

const s3Target = z.object({
  ...common,
  provider: z.literal('s3'),
  endpoint: address.meta({ description: 'Without the bucket: `https://s3.eu-west-1.amazonaws.com`.' }),
  region: text(100).regex(/^[A-Za-z0-9-]{1,40}$/, 'must be a region such as eu-west-1, or auto'),
  accessKeyId: z.string().min(1).max(200),
  secretAccessKey: z.string().min(1).max(500),
});

const supabaseTarget = z.object({
  ...common,
  provider: z.literal('supabase'),
  url: address.meta({
    description: 'The address of the project: `https://xyz.supabase.co`. A final `/storage/v1` is removed.',
  }),
  serviceKey: z.string().min(1).max(2_000),
});

export const createTarget = z.discriminatedUnion('provider', [s3Target, supabaseTarget], {
  error: `must be one of ${EXTERNAL_PROVIDERS.join(', ')}`,
});

export const orderTargets = z.object({
  workspaceId: idText(),
  ids: z
    .array(idText())
    .max(MAX_TARGETS)
    .meta({ description: 'Every target of the workspace, in the new order.' }),
});

/** No response contains credentials. */
export const targetBody = z.object({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  provider: z.enum(EXTERNAL_PROVIDERS),
  endpoint: z.string(),
  region: z.string().nullable(),
  bucket: z.string(),
  keyPrefix: z.string(),
  keyPattern: z.string(),
  createdAt: z.iso.datetime(),
});
export type TargetBody = z.infer<typeof targetBody>;

export const targetList = z.object({ targets: z.array(targetBody) });

export const reencryptedBody = z.object({
  reencrypted: z.int().meta({
    description: 'Number of targets and webhooks whose credentials were encrypted with an older key.',
  }),
  unreadable: z.array(z.string()).meta({
    description:
      'Ids of targets and webhooks that no configured key can decrypt. Save the credentials of the targets again, and rotate the secrets of the webhooks.',
  }),
});
