import type { Random } from '../../../test/support/random.ts';
import { STRINGS } from './hostile-values.ts';
import type { Route } from './surfaces.ts';
import type { Chooser } from './things.ts';
import { kindOf } from './things.ts';

type Header = readonly [name: string, value: string];

/** Percent-encodes what `encodeURIComponent` cannot. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function fillPath(route: Route, chooser: Chooser, changes: string[]): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value =
      name === 'name' ? chooser.componentName(changes) : chooser.value(kindOf(name, route.path), changes);
    return /Address$|^page$/.test(name) ? value.replaceAll(/[^!-~]/g, encode) : encode(value);
  });
}

const LONG = 8_000;

export function mutatePath(random: Random, path: string): string {
  const at = 1 + random.below(path.length);
  return random.pick([
    () => `${path}/`,
    () => `${path}//`,
    () => path.replace('/', '//'),
    () => `${path}/..`,
    () => `/x/..${path}`,
    () => path.replace(/\/[^/]*$/, '/../../operator/workspaces'),
    () => `${path}%00`,
    () => `${path}%2e%2e%2f`,
    () => `${path}%ff`,
    () => `${path}%`,
    () => `${path}%zz`,
    () => `${path}%252e`,
    () => `${path};v=1`,
    () => `${path}/extra`,
    () => path.toUpperCase(),
    () => path.slice(0, at),
    () => path.slice(0, at) + encode(random.pick(STRINGS).slice(0, 500)) + path.slice(at),
    () => path + 'a'.repeat(LONG),
    () => path + '/a'.repeat(LONG / 4),
    () => path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    () => path.replace('/v1/', '/v2/').replace('/console/', '/console'),
    () => `http://elsewhere.platen-tests.net${path}`,
    () => path.replaceAll('/', '%2f').replace('%2f', '/'),
    () => path.replaceAll('/', '\\').replace('\\', '/'),
  ])();
}

const QUERY_VALUES = [
  '',
  '0',
  '1',
  '-1',
  '1.5',
  '1e2',
  '1e999',
  '101',
  'NaN',
  '١',
  '0x10',
  'null',
  'true',
  '[]',
  '{}',
  '2026-11-22',
  '2026-13',
  '2026-11',
  '0000-00',
  '+2026-11',
  '2026-11-22T00:00:00Z',
  'succeeded',
  'live',
  'eyJhIjoxfQ',
  'eyJhIjoxfQ==',
  'AAAA',
  '%00',
  '%ff',
  '%',
  '%E2%80%AE',
  'a'.repeat(3_000),
  "'--",
  '*',
];

/** Starts with `?`, or is empty. */
export function makeQuery(random: Random, route: Route, chooser: Chooser, changes: string[]): string {
  const known = (route.operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const pairs = known
    .filter(({ name }) => name === 'workspaceId' || random.chance(0.4))
    .map(({ name, schema, example }) => {
      if (name.endsWith('Id')) return `${name}=${encode(chooser.value(kindOf(name, route.path), changes))}`;
      const value = example ?? (schema.enum?.[0] as unknown) ?? (schema.default as unknown) ?? 5;
      const valid = typeof value === 'string' ? value : JSON.stringify(value);
      if (random.chance(0.5)) return `${name}=${encode(valid)}`;
      changes.push(`query ${name}`);
      return `${name}=${random.pick(QUERY_VALUES)}`;
    });
  if (pairs.length > 0 && random.chance(0.1)) pairs.push(random.pick(pairs));
  if (random.chance(0.02))
    pairs.push(`${encode(random.pick(STRINGS).slice(0, 200))}=${random.pick(QUERY_VALUES)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Values that Node can send: bytes of Latin-1 without line ends. */
const sendable = (text: string): string =>
  text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '').slice(0, 4_000);

const TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/json;',
  'APPLICATION/JSON',
  'application/x-ndjson',
  'application/json, text/html',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
  ';',
];

const HEADERS: readonly ((random: Random) => Header)[] = [
  (random) => [
    'Accept',
    random.pick(['application/pdf', '*/*;q=0', 'image/*', 'x', ',,,;q', 'a/b;q=1e9', '']),
  ],
  (random) => [
    'Prefer',
    random.pick(['handling=strict', 'wait=-1', 'wait=9e9', 'respond-async;x', '=', ',', '"']),
  ],
  (random) => [
    'Idempotency-Key',
    random.pick(['', ' ', 'a', 'x'.repeat(256), 'é', ...STRINGS.slice(0, 30).map(sendable)]),
  ],
  (random) => [
    'Range',
    random.pick([
      'bytes=0-1',
      'bytes=-1',
      'bytes=9-1',
      'bytes=0-0,1-1',
      'bytes=99999999999999999999-',
      'x=1-2',
      '',
    ]),
  ],
  (random) => ['If-Range', random.pick(['"x"', 'W/"x"', 'Sat, 01 Jan 2000 00:00:00 GMT', ''])],
  (random) => ['If-None-Match', random.pick(['*', '"x"', 'W/"x", "y"', '"', ''])],
  (random) => ['If-Match', random.pick(['*', '"x"', 'W/"x"', '"', '', `"${'a'.repeat(3_000)}"`])],
  (random) => ['Origin', random.pick(['null', 'https://elsewhere.example', 'x', ''])],
  (random) => ['Sec-Fetch-Site', random.pick(['cross-site', 'same-site', 'x'])],
  (random) => ['X-HTTP-Method-Override', random.pick(['DELETE', 'PUT'])],
  () => ['X-Forwarded-Host', 'elsewhere.example'],
  () => ['Content-Length', '5'],
  (random) => ['X-API-Key', sendable(random.pick(STRINGS))],
  (random) => [
    'Authorization',
    random.pick(['Basic YTpi', 'Bearer', 'Bearer  a b', 'Digest x="', sendable(random.pick(STRINGS))]),
  ],
  (random) => ['Cookie', sendable(random.pick(STRINGS))],
  (random) => ['X-Unknown', 'x'.repeat(random.pick([10, 9_000]))],
  () => ['traceparent', '00-zz-zz-01'],
];

/** Changes one header, adds one, or sends one twice. */
export function mutateHeaders(
  random: Random,
  headers: readonly Header[],
): { headers: Header[]; change: string } {
  if (random.chance(0.25) && headers.length > 0) {
    const [name, value] = random.pick(headers);
    return { headers: [...headers, [name, value]], change: `${name} twice` };
  }
  if (random.chance(0.3)) {
    const type = random.pick(TYPES);
    const others = headers.filter(([name]) => name !== 'Content-Type');
    return { headers: [...others, ['Content-Type', type]], change: `Content-Type ${type}` };
  }
  const added = random.pick(HEADERS)(random);
  return { headers: [...headers, added], change: `header ${added[0]}` };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

/** A method that the path does not have. */
export function otherMethod(random: Random, route: Route): string {
  const known = Object.keys(route.surface.document.paths[route.path] ?? {});
  return random.pick(METHODS.filter((method) => !known.includes(method.toLowerCase())));
}
