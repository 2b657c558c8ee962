import { parse, parseSigned, serialize, serializeSigned } from 'hono/utils/cookie';

/**
 * better-auth knows one secret. A cookie that another secret of the installation signed gets a signature of the current one,
 * so that a change of the secret signs nobody out.
 */
export async function resignCookies(
  header: string,
  current: string,
  others: readonly string[],
): Promise<string> {
  const known = await parseSigned(header, current);
  const resigned = new Map<string, string>();
  for (const secret of others) {
    for (const [name, value] of Object.entries(await parseSigned(header, secret))) {
      if (typeof value !== 'string' || typeof known[name] === 'string') continue;
      resigned.set(name, await serializeSigned(PLAIN, value, current));
    }
  }
  if (resigned.size === 0) return header;
  return Object.entries(parse(header))
    .map(([name, value]) => name + (resigned.get(name) ?? serialize(PLAIN, value)).slice(PLAIN.length))
    .join('; ');
}

/** hono wants attributes for a name with a prefix, which a request's cookie does not have. */
const PLAIN = 'cookie';
