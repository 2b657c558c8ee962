import type { Environment } from '../../../schema/permissions.ts';

/** The environment of an API key, or null if the text is not a key. */
export const readKeyEnvironment = (key: string): Environment | null => {
  const [, environment] = /^pk_(live|test)_[A-Za-z0-9]{32}$/.exec(key) ?? [];
  if (environment === 'live' || environment === 'test') return environment;
  return null;
};
