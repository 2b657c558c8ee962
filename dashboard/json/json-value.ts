export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export const formatJson = (value: unknown): string => JSON.stringify(value, null, 2);
