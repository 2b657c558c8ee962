/** Bounds of what people type, without zod: the page's first load has them too. */

/** NIST SP 800-63B: length is what counts. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
/** Of a person's, a workspace's or a key's name, after trimming. */
export const MAX_NAME_LENGTH = 100;
