import type { IncomingMessage } from 'node:http';

/**
 * Returns the reason why a request is refused, or null. A page of another site can send requests to this machine, and its name can resolve to
 * 127.0.0.1. The headers that say where a request comes from are set by the browser, not by the page.
 */
export function findRefusal(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  port: number,
): string | null {
  const { host = '', origin } = headers;
  if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(host))
    return 'The Host header is not this server.';
  if (origin !== undefined && origin !== `http://${host}`) return 'The Origin header is another site.';
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site !== 'none' && site !== 'same-origin') return 'The request comes from another site.';
  return method === 'GET' ? null : 'Only GET is served.';
}

/** The page loads its own files only, and no page may show it in a frame. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;
