/**
 * The path of a file's address, for use on this page. Addresses in responses start with the public origin,
 * which can differ from the origin of the dashboard, and this page may only load from its own.
 */
export function toSameOriginPath(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
