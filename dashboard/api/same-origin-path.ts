/**
 * An address of a file as a path of this page's own origin: addresses in answers start with the public one,
 * which need not be where the dashboard was opened, and the page may load from its own origin only.
 */
export function onThisOrigin(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
