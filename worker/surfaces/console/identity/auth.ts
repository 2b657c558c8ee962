import { passkey } from '@better-auth/passkey';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../../schema/console/bounds.ts';
import type { Services } from '../../../services.ts';
import { verifyPassword } from '../../../verbs/people/password.ts';
import { authTables } from '../../../adapters/d1/identity.ts';

export const AUTH_PATH = '/console/auth';

const DAY_SECONDS = 86_400;
const SESSION_DAYS = 14;

/** For each client address. `limitFailedSignIns` limits the attempts for each account. */
const SIGN_IN_ATTEMPTS = { window: 60, max: 10 };

export type Auth = ReturnType<typeof createAuth>;

/**
 * Clients reach better-auth's router only through our routes.
 *
 * @param origin of the dashboard; passkeys are bound to its host
 * @param secret signs the cookies
 */
export const createAuth = (services: Services, origin: string, secret: string) =>
  betterAuth({
    appName: 'Platen',
    baseURL: origin,
    basePath: AUTH_PATH,
    secret,
    trustedOrigins: [origin],
    database: authTables(services.database),
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
      customRules: {
        '/sign-in/email': SIGN_IN_ATTEMPTS,
        '/change-password': SIGN_IN_ATTEMPTS,
        '/passkey/verify-authentication': SIGN_IN_ATTEMPTS,
      },
    },
    plugins: [userVerifyingPasskeys(origin)],
    advanced: {
      cookiePrefix: 'platen',
      useSecureCookies: origin.startsWith('https://'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/console' },
      ipAddress: { ipAddressHeaders: ['cf-connecting-ip'] },
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
const userVerifyingPasskeys = (origin: string) =>
  passkey({
    rpID: new URL(origin).hostname,
    rpName: 'Platen',
    origin,
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => {
        if (verification.registrationInfo?.userVerified !== true) throw unverified();
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw unverified();
      },
    },
  });

const unverified = (): Error => new Error('The passkey did not verify who is using it.');
