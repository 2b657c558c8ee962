import type { UseFormReturnType } from '@mantine/form';
import type { CreateTarget } from '../../../schema/console/targets.ts';
import { DEFAULT_KEY_PATTERN } from '../../../schema/external-key.ts';
import type { ExternalProvider } from '../../../schema/providers.ts';

export type TargetForm = {
  readonly provider: ExternalProvider;
  readonly name: string;
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly url: string;
  readonly serviceKey: string;
  readonly keyPrefix: string;
  readonly keyPattern: string;
};

export interface TargetFieldsProps {
  readonly form: UseFormReturnType<TargetForm>;
}

export const EMPTY_TARGET: TargetForm = {
  provider: 's3',
  name: '',
  bucket: '',
  endpoint: '',
  region: '',
  accessKeyId: '',
  secretAccessKey: '',
  url: '',
  serviceKey: '',
  keyPrefix: '',
  keyPattern: DEFAULT_KEY_PATTERN,
};

/** The request body. Spaces around pasted values are removed. */
export function toCreateTarget(form: TargetForm): CreateTarget {
  const { provider, name, bucket, keyPrefix, keyPattern } = form;
  const common = {
    name: name.trim(),
    bucket: bucket.trim(),
    keyPrefix: keyPrefix.trim(),
    ...(keyPattern.trim() === '' ? {} : { keyPattern: keyPattern.trim() }),
  };
  if (provider === 'supabase') {
    return { provider, ...common, url: form.url.trim(), serviceKey: form.serviceKey.trim() };
  }
  return {
    provider,
    ...common,
    endpoint: form.endpoint.trim(),
    region: form.region.trim(),
    accessKeyId: form.accessKeyId.trim(),
    secretAccessKey: form.secretAccessKey.trim(),
  };
}
