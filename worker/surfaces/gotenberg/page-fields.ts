import { isJsonObject } from '../../../schema/json-object.ts';
import type { Fields } from './fields.ts';
import { BadValue } from './go-values.ts';

/** The fields that prints and screenshots have, in the order in which Gotenberg reads them. */
export interface PageFields {
  /** For `options` of a generation. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly cookies: readonly GivenCookie[];
  readonly headers: Readonly<Record<string, string>>;
  /** Of the page or of its resources. They become the words of an error. */
  readonly failOn: FailOn;
  readonly omitBackground: boolean;
}

interface GivenCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path?: string;
}

export interface FailOn {
  readonly statuses: readonly number[];
  readonly resourceStatuses: readonly number[];
  readonly ignoredDomains: readonly string[];
  readonly resources: boolean;
  readonly scripts: boolean;
}

/** As long as Chromium's `networkIdle`. */
const NETWORK_IDLE_MS = 500;

/** Gotenberg's own default: each status from 400 on. */
const BAD_STATUSES: readonly number[] = [499, 599];

export function readPage(fields: Fields, defaultMedia: 'print' | 'screen'): PageFields {
  const skipsIdle = fields.bool('skipNetworkIdleEvent', true);
  const skipsAlmostIdle = fields.bool('skipNetworkAlmostIdleEvent', true);
  const statuses = fields.json('failOnHttpStatusCodes', toStatuses) ?? BAD_STATUSES;
  const resourceStatuses = fields.json('failOnResourceHttpStatusCodes', toStatuses) ?? [];
  const ignoredDomains = fields.json('ignoreResourceHttpStatusDomains', toTexts) ?? [];
  const resources = fields.bool('failOnResourceLoadingFailed');
  const scripts = fields.bool('failOnConsoleExceptions');
  const delayMs = fields.duration('waitDelay');
  const windowStatus = fields.string('waitWindowStatus');
  const expression = fields.string('waitForExpression');
  const selector = fields.string('waitForSelector');
  const cookies = fields.json('cookies', toCookies) ?? [];
  const userAgent = fields.string('userAgent');
  const headers = fields.json('extraHttpHeaders', toHeaders) ?? {};
  const mediaType =
    fields.oneOf('emulatedMediaType', ['screen', 'print'], "either 'screen', 'print' or empty") ??
    defaultMedia;
  const features = fields.json('emulatedMediaFeatures', toTextRecord) ?? {};
  for (const [name, value] of Object.entries(features))
    if (!(name === 'prefers-reduced-motion' && value === 'reduce'))
      fields.ignored.add(`emulatedMediaFeatures.${name}`);
  const omitBackground = fields.bool('omitBackground');
  const expressions = [
    ...(windowStatus === '' ? [] : [`window.status === ${JSON.stringify(windowStatus)}`]),
    ...(expression === '' ? [] : [toStrict(expression)]),
  ];
  const waitFor = {
    ...(selector !== '' && { selector, visible: true }),
    ...(expressions.length > 0 && { expression: joinExpressions(expressions) }),
    ...((!skipsIdle || !skipsAlmostIdle) && { networkIdleMs: NETWORK_IDLE_MS }),
    ...(delayMs !== null && { delayMs: Math.round(delayMs) }),
  };
  const looksForResources = resources || resourceStatuses.length > 0;
  const failOn = [...(looksForResources ? ['resources'] : []), ...(scripts ? ['scripts'] : [])];
  return {
    options: {
      mediaType,
      ...(Object.keys(waitFor).length > 0 && { waitFor }),
      ...(failOn.length > 0 && { failOn }),
    },
    cookies,
    headers: { ...headers, ...(userAgent !== '' && { 'User-Agent': userAgent }) },
    failOn: { statuses, resourceStatuses, ignoredDomains, resources, scripts },
    omitBackground,
  };
}

/** Gotenberg refuses an expression that is undefined. Platen waits until it is true. */
export const UNDEFINED_EXPRESSION = 'the expression is undefined';

const toStrict = (expression: string): string =>
  `(async () => { const value = await (0, eval)(${JSON.stringify(expression)}); ` +
  `if (value === undefined) throw '${UNDEFINED_EXPRESSION}'; return value; })()`;

const joinExpressions = (expressions: readonly string[]): string =>
  expressions.length === 1
    ? (expressions[0] ?? '')
    : `(async () => (await Promise.all([${expressions.join(', ')}])).every(Boolean))()`;

function toList(value: unknown, kind: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new BadValue(`a list of ${kind} is expected`);
}

const toStatuses = (value: unknown): number[] =>
  toList(value, 'numbers').map((one) => {
    if (typeof one !== 'number') throw new BadValue('a list of numbers is expected');
    return one;
  });

const toTexts = (value: unknown): string[] =>
  toList(value, 'texts').map((one) => {
    if (typeof one !== 'string') throw new BadValue('a list of texts is expected');
    return one;
  });

export function toTextRecord(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) throw new BadValue('an object of texts is expected');
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      if (typeof text !== 'string') throw new BadValue(`a text is expected for '${name}'`);
      return [name, text];
    }),
  );
}

const toCookies = (value: unknown): GivenCookie[] =>
  toList(value, 'cookies').map((given, index) => {
    const { name, value: text, domain, path } = isJsonObject(given) ? given : {};
    if (!isText(name) || !isText(text) || !isText(domain))
      throw new BadValue(`cookie ${index} must have its name, value and domain set`);
    return { name, value: text, domain, ...(isText(path) && { path }) };
  });

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A scope would be a pattern of a stranger that runs here. Its own time has no bound, so it is refused. */
function toHeaders(value: unknown): Record<string, string> {
  const headers = toTextRecord(value);
  for (const [name, text] of Object.entries(headers)) {
    const scope = text.split(';').find((token) => /^\s*scope/i.test(token));
    if (scope === undefined) continue;
    const [, pattern = ''] = /^scope=(.*)$/is.exec(scope.replaceAll(/\s+/g, '')) ?? [];
    if (pattern === '') throw new BadValue(`invalid scope '' for header '${name}'`);
    if (/^[*+?]/.test(pattern))
      throw new BadValue(
        `invalid scope regex pattern for header '${name}': error parsing regexp: missing argument to repetition operator in \`${pattern.slice(0, 2)}\``,
      );
    throw new BadValue(
      `the scope of header '${name}' is not supported: headers are sent to the origin of the URL only`,
    );
  }
  return headers;
}
