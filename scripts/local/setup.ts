import { randomBytes } from 'node:crypto';
import { sessionAnswer } from '../../schema/console/session.ts';

/** Only who reads the output of the start, or opens the address that it prints, can become the owner. */
export const newSetupToken = (): string => randomBytes(24).toString('base64url');

/** After the `#`, so that no server gets the token. @param dashboard its address, with a slash at the end */
export const setupUrl = (dashboard: string, token: string): string => `${dashboard}setup#token=${token}`;

/** Returns whether somebody has made an account. */
export async function hasOwner(url: string): Promise<boolean> {
  const { data } = sessionAnswer.parse(await (await fetch(`${url}/console/session`)).json());
  return data.setup === 'done';
}
