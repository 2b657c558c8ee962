/*
 * The formats of JSON Schema 2020-12, section 7.3. A text can come from an attacker, so every check takes time
 * proportional to the length of the text: no nested quantifiers, and a short maximum where the format has one.
 */

type FormatCheck = (text: string) => boolean;

/** @param maxChars a longer text is not read */
const matching =
  (pattern: RegExp, maxChars: number): FormatCheck =>
  (text) =>
    text.length <= maxChars && pattern.test(text);

/** Source: RFC 3339, section 5.6. */
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d{1,20})?(?:z|([+-])(\d\d):(\d\d))$/i;

function isDate(text: string): boolean {
  const [, year, month, day] = (text.length === 10 && DATE.exec(text)) || [];
  if (year === undefined) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

const MINUTES_OF_DAY = 24 * 60;

function isTime(text: string): boolean {
  const match = text.length <= 40 ? TIME.exec(text) : null;
  if (match === null) return false;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number);
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // A leap second is the last second of a day in UTC.
  const offset = (match[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return (hour * 60 + minute - offset + MINUTES_OF_DAY) % MINUTES_OF_DAY === MINUTES_OF_DAY - 1;
}

const isDateTime: FormatCheck = (text) =>
  /^[Tt\s]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));

/** Source: RFC 3339, appendix A. */
const DURATION_DATE = /^P(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D|\d+W)?$/;
const DURATION_TIME = /^(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)$/;

function isDuration(text: string): boolean {
  if (text.length > 100) return false;
  const [date = '', time, extra] = text.split('T');
  if (extra !== undefined || !DURATION_DATE.test(date)) return false;
  if (time === undefined) return date.length > 1;
  return !date.endsWith('W') && DURATION_TIME.test(time);
}

/** Source: RFC 1123, section 2.1. */
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

const isHostname: FormatCheck = (text) =>
  text.length <= 253 && text.split('.').every((label) => HOST_LABEL.test(label));

const IPV4_PART = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

function isIpv4(text: string): boolean {
  const parts = text.length <= 15 ? text.split('.') : [];
  return parts.length === 4 && parts.every((part) => IPV4_PART.test(part));
}

/** Source: RFC 4291, section 2.2. */
function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const lastColon = text.lastIndexOf(':');
  const endsInIpv4 = text.includes('.');
  if (lastColon < 0 || (endsInIpv4 && !isIpv4(text.slice(lastColon + 1)))) return false;
  const groups = endsInIpv4 ? `${text.slice(0, lastColon)}:0:0` : text;
  const halves = groups.split('::');
  if (halves.length > 2) return false;
  const words = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const complete = halves.length === 2 ? words.length <= 7 : words.length === 8;
  return complete && words.every((word) => /^[0-9a-f]{1,4}$/i.test(word));
}

/** Source: RFC 5321, section 4.1.2. */
const EMAIL_LOCAL = /^(?:[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}|"[\x20\x21\x23-\x5b\x5d-\x7e]{0,62}")$/i;

function isEmail(text: string): boolean {
  if (text.length > 320) return false;
  const at = text.lastIndexOf('@');
  const [local, host] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (!EMAIL_LOCAL.test(local)) return false;
  if (!local.startsWith('"') && /^\.|\.$|\.\./.test(local)) return false;
  if (host.startsWith('[IPv6:') && host.endsWith(']')) return isIpv6(host.slice(6, -1));
  return host.startsWith('[') && host.endsWith(']') ? isIpv4(host.slice(1, -1)) : isHostname(host);
}

/** RFC 3986 does not allow these anywhere: another character, or `%` without two digits. */
const NOT_IN_URI = /[^a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]|%(?![0-9a-f]{2})/i;
const URI_SCHEME = /^[a-z][a-z0-9+.-]{0,99}:/i;

/** Source: RFC 3986, section 4.1. A `data:` address can have megabytes. */
function isUriReference(text: string): boolean {
  if (NOT_IN_URI.test(text)) return false;
  const hash = text.indexOf('#');
  if (hash >= 0 && text.includes('#', hash + 1)) return false;
  const scheme = URI_SCHEME.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length);
  // Without a scheme, the first segment has no colon.
  if (scheme === '' && rest.split(/[/?#]/, 1)[0]?.includes(':')) return false;
  if (!rest.startsWith('//')) return !/[[\]]/.test(rest);
  const end = rest.slice(2).search(/[/?#]/);
  const authority = end < 0 ? rest.slice(2) : rest.slice(2, end + 2);
  return isAuthority(authority) && !/[[\]]/.test(rest.slice(2 + authority.length));
}

function isAuthority(authority: string): boolean {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (!host.startsWith('[')) return /^[^:[\]@]*(?::\d*)?$/.test(host);
  const close = host.indexOf(']');
  return isIpv6(host.slice(1, close)) && /^(?::\d*)?$/.test(host.slice(close + 1));
}

const isUri: FormatCheck = (text) => URI_SCHEME.test(text) && isUriReference(text);

/** A web address with a host. International names are allowed. */
const WEB_ADDRESS = /^(?:https?|ftp):\/\/[^\s/?#]{1,253}(?:[/?#]|$)/i;

const isUrl: FormatCheck = (text) =>
  text.length <= 8_192 && !/\s/.test(text) && WEB_ADDRESS.test(text) && URL.canParse(text);

/** Source: RFC 6901, section 3. */
const isJsonPointer: FormatCheck = (text) => (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text);

function isRelativeJsonPointer(text: string): boolean {
  const [number] = /^(?:0|[1-9]\d{0,15})(?=[#/]|$)/.exec(text) ?? [];
  if (number === undefined) return false;
  const rest = text.slice(number.length);
  return rest === '#' || isJsonPointer(rest);
}

/** The formats that a data schema can use, by name. */
export const FORMATS: ReadonlyMap<string, FormatCheck> = new Map([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['url', isUrl],
  ['uuid', matching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 36)],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
]);
