import { passkey } from '@better-auth/passkey';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../../schema/console/bounds.ts';
import type { Services } from '../../../services.ts';
import { verifyPassword } from '../../../lib/password.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';

export const AUTH_PATH = '/console/auth';

const DAY_SECONDS = 86_400;
const SESSION_DAYS = 14;

/** `openAuth` sets it on each request to better-auth. */
export const ADDRESS_HEADER = 'X-Client-Address';

/** They hold for each client address and path. The window is in seconds. `limitFailedSignIns` limits the attempts for each account. */
const ATTEMPTS = { window: 60, max: 10 };
const OTHER_REQUESTS = { window: 10, max: 100 };

const SIGN_INS: readonly string[] = ['/sign-in/email', '/passkey/verify-authentication'];
const GUESSED: readonly string[] = [...SIGN_INS, '/change-password'];

export const rateOf = (path: string) => (GUESSED.includes(path) ? ATTEMPTS : OTHER_REQUESTS);

export type Auth = ReturnType<typeof createAuth>;

interface AuthOptions {
  /** The dashboard's. Passkeys are bound to its host. */
  readonly origin: string;
  /** Signs the cookies. */
  readonly secret: string;
  /** Requests have the address of their client. Otherwise better-auth counts all clients as one. */
  readonly hasAddresses: boolean;
  readonly challenges: PasskeyChallenges;
}

/** Clients reach better-auth's router only through our routes. */
export const createAuth = (services: Services, { origin, secret, hasAddresses, challenges }: AuthOptions) =>
  betterAuth({
    appName: 'Platen',
    baseURL: origin,
    basePath: AUTH_PATH,
    secret,
    trustedOrigins: [origin],
    database: challenges.tables,
    emailAndPassword: {
      enabled: true,
      // People are created by the setup or by an invitation.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: (password) => services.hashPassword(password), verify: verifyPassword },
    },
    disabledPaths: ['/sign-up/email'],
    user: { additionalFields: { operator: { type: 'boolean', input: false, defaultValue: false } } },
    session: {
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // With a cached copy in the cookie, a session that was ended would stay valid for a while.
      cookieCache: { enabled: false },
    },
    rateLimit: {
      enabled: true,
      // The memory of an isolate is not shared.
      storage: 'database',
      ...OTHER_REQUESTS,
      customRules: Object.fromEntries(
        GUESSED.map((path) => [path, (hasAddresses || !SIGN_INS.includes(path)) && rateOf(path)]),
      ),
    },
    plugins: [userVerifyingPasskeys(origin, challenges)],
    advanced: {
      cookiePrefix: 'platen',
      useSecureCookies: origin.startsWith('https://'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/console' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      // Our error handler logs all other errors with the request's id.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
  });

/** A passkey replaces the password, so the device must verify the person (PIN or biometrics). */
const userVerifyingPasskeys = (origin: string, challenges: PasskeyChallenges) =>
  passkey({
    rpID: new URL(origin).hostname,
    rpName: 'Platen',
    origin,
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) => {
        if (verification.registrationInfo?.userVerified !== true) throw unverified();
        await challenges.requireFirstAnswer();
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw unverified();
        await challenges.requireFirstAnswer();
      },
    },
  });

const unverified = (): Error => new Error('The passkey did not verify who is using it.');
