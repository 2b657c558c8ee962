import { trimEnd } from './trim-characters.ts';

/**
 * Sources: IANA's IPv4 and IPv6 special-purpose address registries (RFC 6890 and its updates).
 * Hosts are spelled as by the WHATWG URL parser, which turns `0x7f.1` into `127.0.0.1`.
 */

/** Blocks that are not public unicast: first address and prefix length. */
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, and the metadata service of some clouds
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a public address, but the host's agent in Azure
  ['169.254.0.0', 16], // link-local, and the metadata services of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays, deprecated
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/** Blocks inside 2000::/3 that are not public unicast, or that embed an IPv4 address. */
const NOT_PUBLIC_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // IETF protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

/** Names that never resolve on the public internet. Source: IANA, special-use domain names. */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|onion|test|invalid|example|alt|arpa)$/;

/** A name has 253 characters at most (RFC 1035, 2.3.4), and a few more before it is encoded. */
const MAX_HOST_CHARACTERS = 300;

const SCHEME = /^[a-z][a-z\d+.-]{0,20}:[/\\]*/i;

/**
 * Returns null if it is no absolute URL. The platform's parser encodes a host that is not ASCII, in a time that grows with the
 * square of its length, so a longer host is not parsed. The parser ignores tabs and ends of lines, so this does too.
 */
export function parseAddress(text: string): URL | null {
  const address = text.trim().replaceAll(/[\t\n\r]+/g, '');
  const scheme = SCHEME.exec(address)?.[0];
  if (scheme === undefined) return null;
  const host = address.slice(scheme.length).search(/[/\\?#]|$/);
  return host > MAX_HOST_CHARACTERS ? null : URL.parse(address);
}

/** A name without a dot is looked up in the local network. The final dot of a name has no meaning. */
export function isPublicHost(hostname: string): boolean {
  const host = trimEnd(hostname, '.');
  const kind = kindOfAddress(host);
  return kind === null ? host.includes('.') && !PRIVATE_NAME.test(host) : kind === 'public';
}

/** Returns null if the host is a name. */
export type AddressKind = 'public' | 'loopback' | 'private' | null;

/** @param host as in `URL.hostname`, with IPv6 in brackets */
export function kindOfAddress(host: string): AddressKind {
  if (host.startsWith('[')) return kindOfV6(wordsOf(host.slice(1, -1)));
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host) ? kindOfV4(numberOf(host)) : null;
}

function kindOfV4(address: number): AddressKind {
  if (address >>> 24 === 127) return 'loopback';
  const inside = ([first, bits]: readonly [string, number]): boolean =>
    (address ^ numberOf(first)) >>> (32 - bits) === 0;
  return NOT_PUBLIC_V4.some(inside) ? 'private' : 'public';
}

const numberOf = (dotted: string): number =>
  dotted.split('.').reduce((number, part) => (number << 8) | Number(part), 0);

function kindOfV6(words: readonly number[]): AddressKind {
  const value = bigOf(words);
  if (value === 1n) return 'loopback';
  // Everything outside 2000::/3 is special or not assigned: mapped IPv4, NAT64, ULA, link-local, multicast.
  if (value >> 125n !== 1n) return 'private';
  const inside = ([first, bits]: readonly [string, number]): boolean =>
    (value ^ bigOf(wordsOf(first))) >> BigInt(128 - bits) === 0n;
  return NOT_PUBLIC_V6.some(inside) ? 'private' : 'public';
}

const bigOf = (words: readonly number[]): bigint =>
  words.reduce((value, word) => (value << 16n) | BigInt(word), 0n);

/** The eight 16-bit words of an address, which may contain `::`. */
function wordsOf(text: string): number[] {
  const [head = '', tail = ''] = text.split('::');
  const [before, after] = [writtenWords(head), writtenWords(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const writtenWords = (part: string): number[] =>
  part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
