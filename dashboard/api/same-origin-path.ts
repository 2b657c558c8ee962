/**
 * Returns the path of a file's address. Addresses in responses have the public origin, which can differ from the
 * dashboard's origin. This page may load only from its own origin.
 */
export function toSameOriginPath(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Only a URL parser knows: browsers ignore tabs and line ends, and read `/\t/host` and `/\\host` as `//host`. */
export const isPathAt = (origin: string, text: string): boolean =>
  /^\/(?![/\\])/.test(text) && URL.canParse(text, origin) && new URL(text, origin).origin === origin;
