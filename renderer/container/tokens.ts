import { parseSecretName } from '../../schema/secrets.ts';
import { type ContainerHost, callContainer } from './host.ts';

/**
 * The tokens that Worker and container share, the newest first. There are several while the token changes
 * (docs/security.md). Worker and container then send and accept all of them, so that either may learn of the new one first.
 */
export function readTokens(variables: object): string[] {
  const found = Object.entries(variables).flatMap(([name, value]) => {
    const parsed = parseSecretName(name);
    return parsed?.secret === 'RENDERER_TOKEN' && typeof value === 'string'
      ? [{ since: parsed.since, value }]
      : [];
  });
  return found.sort((one, other) => other.since - one.since).map(({ value }) => value);
}

/** As they are sent, and as the container gets them in its environment. Null if there is none. */
export const joinTokens = (tokens: readonly string[]): string | null =>
  tokens.length === 0 ? null : tokens.join(' ');

export const splitTokens = (text: string): string[] => text.split(' ');

/** How many instances do not accept the token: they started before it was there, or do not answer. */
export async function countWithoutToken(host: ContainerHost, token: string): Promise<number> {
  const accepted = await Promise.all(
    host.instances('').map(async (instance) => {
      const response = await callContainer(instance, token, '/metrics', {}).catch(() => null);
      await response?.body?.cancel();
      return response?.ok === true;
    }),
  );
  return accepted.filter((isAccepted) => !isAccepted).length;
}
