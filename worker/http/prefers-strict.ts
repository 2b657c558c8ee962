/** RFC 7240: of several values of a preference, the first counts. */
const HANDLING = /(?:^|,)\s*handling\s*=\s*(?:"([^"]*)"|([^\s,;"]+))/i;

/** Whether the client sends `Prefer: handling=strict`. */
export function prefersStrict(prefer: string | undefined): boolean {
  const [, quoted, plain] = HANDLING.exec(prefer ?? '') ?? [];
  return (quoted ?? plain)?.toLowerCase() === 'strict';
}
