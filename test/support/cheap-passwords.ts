import { hashPassword } from '../../worker/lib/password.ts';
import { buildServices, type BuildServices } from '../../worker/services.ts';

/** A real password hash takes a fifth of a second of CPU, and each account of a test has one. */
const LEAST_WORK = { N: 2, r: 1, p: 1 };

/**
 * The product's services, but they hash a new password with the least work. Checking one takes the work that its hash names.
 * `test/worker/surfaces/console/sign-in.test.ts` tests the product's own hashes.
 */
export const withCheapPasswords: BuildServices = (...given) =>
  Object.assign(buildServices(...given), {
    hashPassword: (password: string) => hashPassword(password, LEAST_WORK),
  });
