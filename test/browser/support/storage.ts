import { inject } from 'vitest';
import '../../support/stores/access.ts';
import type { Team } from './people.ts';

/** A target at the S3 server of the tests. */
export const s3Target = (name: string, bucket = 'pdfs') => ({
  provider: 's3',
  name,
  bucket,
  region: 'auto',
  ...inject('s3'),
});

/** Adds a target through the API. */
export async function addTarget({ workspaceId, owner }: Team, name: string, bucket?: string): Promise<void> {
  await owner.client.send('POST', `/workspaces/${workspaceId}/targets`, s3Target(name, bucket));
}
