import type { ListedPasskey } from '../schema/console/auth.ts';
import type { Session } from '../schema/console/session.ts';
import { consoleApi, readData } from './api/console-client.ts';

/** Passkeys (WebAuthn). The library is loaded on first use. */

const loadLibrary = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

/** Returns whether passkeys work here: the browser must support them, and the host must not be an IP address. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);

/** Only the last one may begin. The library ends the one before it. */
let lastCeremony = 0;

const newCeremony = (): number => (lastCeremony += 1);

/** Returns null if the user closed the browser's dialog. */
export const signInWithPasskey = (): Promise<Session | null> => authenticate(newCeremony(), false);

/**
 * Lets the browser suggest passkeys in the email field, if it supports that. Resolves when the user picks
 * one, or with null if the user picks none or {@link stopPasskeyAutofill} is called.
 */
export async function startPasskeyAutofill(): Promise<Session | null> {
  if (!supportsPasskeys()) return null;
  const ceremony = newCeremony();
  const { browserSupportsWebAuthnAutofill } = await loadLibrary();
  return (await browserSupportsWebAuthnAutofill()) ? authenticate(ceremony, true) : null;
}

export async function stopPasskeyAutofill(): Promise<void> {
  if (!supportsPasskeys()) return;
  const ceremony = newCeremony();
  const { WebAuthnAbortService } = await loadLibrary();
  if (ceremony === lastCeremony) WebAuthnAbortService.cancelCeremony();
}

async function authenticate(ceremony: number, useBrowserAutofill: boolean): Promise<Session | null> {
  const { startAuthentication } = await loadLibrary();
  if (ceremony !== lastCeremony) return null;
  const optionsJSON = await requestOptions();
  if (ceremony !== lastCeremony) return null;
  const response = await nullIfClosed(startAuthentication({ optionsJSON, useBrowserAutofill }));
  if (response === null) return null;
  return readData(
    consoleApi.POST('/console/auth/passkey/verify-authentication', { body: { response: { ...response } } }),
  );
}

let lastRequest: Promise<unknown> = Promise.resolve();

/** One request at a time: a cookie has the challenge of the answer that came last. */
function requestOptions(): Promise<RequestOptions> {
  const request = async () => {
    const options = await readData(consoleApi.GET('/console/auth/passkey/generate-authenticate-options'));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- WebAuthn's own JSON; the API only passes it on
    return options as unknown as RequestOptions;
  };
  const options = lastRequest.then(request, request);
  lastRequest = options;
  return options;
}

/** Creates a passkey on this device. It is null if the user closed the browser's dialog. */
export async function addPasskey(name: string): Promise<ListedPasskey | null> {
  const { startRegistration } = await loadLibrary();
  const options = await readData(consoleApi.GET('/console/auth/passkey/generate-register-options'));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const optionsJSON = options as unknown as CreationOptions;
  const response = await nullIfClosed(startRegistration({ optionsJSON }));
  if (response === null) return null;
  return readData(
    consoleApi.POST('/console/auth/passkey/verify-registration', {
      body: { response: { ...response }, name },
    }),
  );
}

/** The browser's dialog was closed, timed out or was replaced by another one: not an error. */
async function nullIfClosed<Result>(ceremony: Promise<Result>): Promise<Result | null> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
      return null;
    throw error;
  }
}
