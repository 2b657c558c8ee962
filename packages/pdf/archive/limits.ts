/** The limits of ISO 19005-2, 6.1.13. */
export const MAX_STRING_BYTES = 32_767;
export const MAX_NAME_BYTES = 127;

/** The work of a name, a string or an operator in content, besides that of its characters. */
export const TOKEN_WORK = 20;
