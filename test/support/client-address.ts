import { randomInt } from 'node:crypto';

const HEADER = 'CF-Connecting-IP';

/** As on Cloudflare: the tests are the proxy in front of the service, which says where each request comes from. */
export const BEHIND_PROXY = { CLIENT_ADDRESS_HEADER: HEADER } as const;

/** A client address that no other test uses: requests without a known key, and sign-ins, are counted by address. */
export const freshAddress = (): Record<string, string> => ({ [HEADER]: randomAddress() });

/** @returns the headers, with an address of their own if they have none */
export function withAddress(init: HeadersInit): Headers {
  const headers = new Headers(init);
  if (!headers.has(HEADER)) headers.set(HEADER, randomAddress());
  return headers;
}

const randomAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
