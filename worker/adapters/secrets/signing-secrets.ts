import type { Variables } from '../../env.ts';
import { secretInUse } from './timed-secrets.ts';

/** The secret that signs now, and the others, whose signatures are valid. There is always one. */
export function signingSecrets({ secrets }: Pick<Variables, 'secrets'>, now: number): [string, ...string[]] {
  const found = secretInUse(secrets.SIGNING_SECRET, now);
  if (found === null) throw new Error('No signing secret');
  return [found.current.value, ...found.others.map(({ value }) => value)];
}
