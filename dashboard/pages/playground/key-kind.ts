import type { Environment } from '../../../schema/permissions.ts';

/** What a key says of itself; null for what is no key. */
export const keyKind = (key: string): Environment | null => {
  const [, environment] = /^pk_(live|test)_[A-Za-z0-9]{32}$/.exec(key) ?? [];
  if (environment === 'live' || environment === 'test') return environment;
  return null;
};
