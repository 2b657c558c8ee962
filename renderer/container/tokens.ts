import { findSecrets } from '../../schema/secrets.ts';

/**
 * The tokens that Worker and container share, the one in use first. There are several while the token changes
 * (docs/security.md). Worker and container then send and accept all of them, so that either may get the new one first.
 */
export const readTokens = (variables: object): string[] =>
  findSecrets(variables, 'RENDERER_TOKEN').map(({ value }) => value);

/** Joins tokens as they are sent, and as the container gets them in its environment. Returns null if there is none. */
export const joinTokens = (tokens: readonly string[]): string | null =>
  tokens.length === 0 ? null : tokens.join(' ');

export const splitTokens = (text: string): string[] => text.split(' ');
