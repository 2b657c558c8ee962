import type { Session } from '../schema/console/session.ts';
import type { ListedPasskey } from '../schema/console/auth.ts';
import { get, send } from './api/console-client.ts';

/** Passkeys: WebAuthn, with a library that is loaded when it is needed first. */

const library = () => import('@simplewebauthn/browser');

type RequestOptions = Parameters<
  Awaited<ReturnType<typeof library>>['startAuthentication']
>[0]['optionsJSON'];
type CreationOptions = Parameters<Awaited<ReturnType<typeof library>>['startRegistration']>[0]['optionsJSON'];

/** Whether there can be passkeys: the browser knows them, and the page has a name to bind them to, not an IP address. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);

/** Asks for a passkey now. Null when the reader closed the browser's dialog. */
export const signInWithPasskey = (): Promise<Session | null> => authenticate(false);

/**
 * Lets the browser offer its passkeys among the suggestions of the e-mail field, where it can. Resolves
 * when one was chosen; null when none was or {@link stopPasskeyAutofill} came first.
 */
export async function startPasskeyAutofill(): Promise<Session | null> {
  if (!supportsPasskeys()) return null;
  const { browserSupportsWebAuthnAutofill } = await library();
  return (await browserSupportsWebAuthnAutofill()) ? authenticate(true) : null;
}

export async function stopPasskeyAutofill(): Promise<void> {
  if (!supportsPasskeys()) return;
  const { WebAuthnAbortService } = await library();
  WebAuthnAbortService.cancelCeremony();
}

async function authenticate(useBrowserAutofill: boolean): Promise<Session | null> {
  const { startAuthentication } = await library();
  const optionsJSON = await get<RequestOptions>('/auth/passkey/generate-authenticate-options');
  const response = await unlessClosed(startAuthentication({ optionsJSON, useBrowserAutofill }));
  return response && send<Session>('POST', '/auth/passkey/verify-authentication', { response });
}

/** Makes a passkey on this device. Null when the reader closed the browser's dialog. */
export async function addPasskey(name: string): Promise<ListedPasskey | null> {
  const { startRegistration } = await library();
  const query = new URLSearchParams({ name });
  const optionsJSON = await get<CreationOptions>(`/auth/passkey/generate-register-options?${query}`);
  const response = await unlessClosed(startRegistration({ optionsJSON }));
  return response && send<ListedPasskey>('POST', '/auth/passkey/verify-registration', { response, name });
}

/** The browser's dialog was closed, timed out, or gave way to another one: no error, only no passkey. */
async function unlessClosed<Result>(ceremony: Promise<Result>): Promise<Result | null> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
      return null;
    throw error;
  }
}
