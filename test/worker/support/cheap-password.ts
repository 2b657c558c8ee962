import { hashPassword as hash } from '../../../worker/people/password.ts';

export { verifyPassword } from '../../../worker/people/password.ts';

/**
 * The Worker under test imports this module instead of its own. Accounts of tests have passwords that are hashed with the
 * least work, and checking one takes the work that its hash names. `sign-in.test.ts` tests the product's own hashes.
 */
export const hashPassword = (password: string): Promise<string> => hash(password, { N: 2, r: 1, p: 1 });
