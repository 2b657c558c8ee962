/** Without zod, because the first load of the dashboard includes this module. */

/** Source: NIST SP 800-63B. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
/** The maximum length of a name after trimming. */
export const MAX_NAME_LENGTH = 100;
