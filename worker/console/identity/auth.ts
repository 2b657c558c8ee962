import { passkey } from '@better-auth/passkey';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../schema/console/bounds.ts';
import type { Services } from '../../services.ts';
import { hashPassword, verifyPassword } from '../../people/password.ts';
import { authTables } from './queries.ts';

export const AUTH_PATH = '/console/auth';

const DAY_SECONDS = 86_400;
const SESSION_DAYS = 14;

/** Attempts from one address: enough for a person who does not remember, too few to guess. */
const SIGN_IN_ATTEMPTS = { window: 60, max: 10 };

export type Auth = ReturnType<typeof openAuth>;

/**
 * People, their passwords, passkeys and sessions. What is not asked of it by one of our routes cannot be
 * asked: its own router is reachable by their paths alone.
 *
 * @param origin of the dashboard; its host is what passkeys are bound to
 * @param secret signs the cookies
 */
export const openAuth = (services: Services, origin: string, secret: string) =>
  betterAuth({
    appName: 'Platen',
    baseURL: origin,
    basePath: AUTH_PATH,
    secret,
    trustedOrigins: [origin],
    database: authTables(services.database),
    emailAndPassword: {
      enabled: true,
      // People come by setting up the instance or by an invitation.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    disabledPaths: ['/sign-up/email'],
    user: { additionalFields: { operator: { type: 'boolean', input: false, defaultValue: false } } },
    session: {
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // A session that was ended would pass until the cookie's copy of it is stale.
      cookieCache: { enabled: false },
    },
    rateLimit: {
      enabled: true,
      // An isolate's memory is neither shared nor kept.
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
      // Refusals become answers; anything else is told by our own log, under the request's id.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
  });

/** A passkey stands in for a password, so the device must have asked who is there. */
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
