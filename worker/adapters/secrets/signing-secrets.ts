import type { Secrets } from '../../../schema/secrets.ts';

/** The secret that signs, and the others, whose signatures are valid. There is always one. */
export function signingSecrets({ SIGNING_SECRET }: Secrets): [string, ...string[]] {
  const [current, ...others] = SIGNING_SECRET.map(({ value }) => value);
  if (current === undefined) throw new Error('No signing secret');
  return [current, ...others];
}
