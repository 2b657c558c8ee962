/** Returns the address that explains a code. `scripts/build/build-guide.ts` makes the page of `docs/errors.md`. */
export const errorPage = (code: string): string => `/docs/guide/errors#${code.toLowerCase()}`;
