export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** JSON as the editors show it. */
export const writeJson = (value: unknown): string => JSON.stringify(value, null, 2);
