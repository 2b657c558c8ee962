import type { AnsweredCode, ApiError } from '../../lib/api-error.ts';
import { CATALOGUE } from '../../lib/api-error.ts';
import type { AppContext } from '../http/context.ts';
import { UNDEFINED_EXPRESSION } from './page-fields.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The fields that the words of an error repeat. */
    gotenbergWords?: Words;
  }
}

export interface Words {
  readonly pageRanges: string;
  readonly expression: string;
  readonly waitSelector: string;
  readonly selector: string;
  /** Of the main page. */
  readonly statuses: readonly number[];
  /** The request fails on resources with these statuses, or on each that does not load. */
  readonly failsOnLoading: boolean;
}

interface Worded {
  readonly status: number;
  readonly text: string;
}

const MAX_QUOTED = 500;

/** Statuses that Gotenberg has for the same. The others keep theirs. */
const STATUSES: Partial<Record<AnsweredCode, number>> = {
  REQUEST_TIMEOUT: 503,
  SERVICE_BUSY: 503,
  RESOURCES_FAILED: 409,
  SCRIPTS_FAILED: 409,
  ASSETS_TOO_LARGE: 413,
  ASSET_NOT_FOUND: 400,
  NOT_A_PDF: 400,
  PDF_ENCRYPTED: 400,
  PDF_DAMAGED: 400,
  PDFA_IMPOSSIBLE: 400,
  PDFUA_IMPOSSIBLE: 400,
};

/** Says an error as Gotenberg does, where it has words for it. */
export function wordError(error: Pick<ApiError, 'code' | 'message' | 'details'>, c: AppContext): Worded {
  const known = wordKnown(error, c.get('gotenbergWords'));
  if (known !== null) return known;
  const { code, message, details } = error;
  const status = STATUSES[code] ?? CATALOGUE[code].status;
  return { status, text: [message, ...details].join('\n') };
}

function wordKnown(
  { code, details }: Pick<ApiError, 'code' | 'details'>,
  words: Words | undefined,
): Worded | null {
  if (words === undefined) return null;
  const [detail = ''] = details;
  if (code === 'RESOURCES_FAILED') return wordResources(details, words);
  if (code === 'SCRIPTS_FAILED')
    return {
      status: 409,
      text: `Chromium console exceptions:\n${withoutKinds(details, 'scripts').join('\n')}`,
    };
  if (code === 'REQUEST_TIMEOUT' && detail.startsWith('options.waitFor')) return wordWait(detail, words);
  if (code !== 'VALIDATION_ERROR') return null;
  const ranges = words.pageRanges.slice(0, MAX_QUOTED);
  if (/^options\.pageRanges: .* is past the end/.test(detail))
    return { status: 400, text: `The page ranges '${ranges}' (nativePageRanges) exceeds the page count` };
  if (detail.startsWith('options.pageRanges:'))
    return {
      status: 400,
      text: `Chromium does not handle the page ranges '${ranges}' (nativePageRanges) syntax`,
    };
  if (detail.startsWith('options.waitFor.selector:'))
    return refusedSelector(words.waitSelector, '(waitForSelector) returned an exception or undefined');
  if (detail.startsWith('output.selector:'))
    return refusedSelector(words.selector, '(selector) matched no element with a visible box');
  return wordMainPage(detail, words.statuses);
}

const refusedSelector = (selector: string, problem: string): Worded => ({
  status: 400,
  text: `The selector '${selector.slice(0, MAX_QUOTED)}' ${problem}`,
});

function wordWait(detail: string, { expression }: Words): Worded | null {
  const hasThrown = detail.includes('(it throws ') || detail.includes(UNDEFINED_EXPRESSION);
  if (!detail.startsWith('options.waitFor.expression:') || !hasThrown) return null;
  const shown = expression.slice(0, MAX_QUOTED);
  return {
    status: 400,
    text: `The expression '${shown}' (waitForExpression) returned an exception or undefined`,
  };
}

function wordResources(details: readonly string[], { failsOnLoading }: Words): Worded {
  const lines = withoutKinds(details, 'resources');
  const title = failsOnLoading
    ? 'Chromium failed to load resources'
    : 'Invalid HTTP status code from resources';
  const shown = lines.map(failsOnLoading ? describeLoading : describeStatus);
  return { status: 409, text: `${title}:\n${shown.join('\n')}` };
}

const withoutKinds = (details: readonly string[], kind: string): string[] =>
  details.map((detail) => (detail.startsWith(`${kind}: `) ? detail.slice(kind.length + 2) : detail));

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\.css(?:[?#:]|$)/i, 'Stylesheet'],
  [/\.m?js(?:[?#:]|$)/i, 'Script'],
  [/\.(?:woff2?|ttf|otf)(?:[?#:]|$)/i, 'Font'],
  [/\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#:]|$)/i, 'Image'],
];

/** Chromium's name of the error comes first. After it are the words of Platen, which name the address. */
function describeLoading(line: string): string {
  const kind = KINDS.find(([pattern]) => pattern.test(line))?.[1] ?? 'Other';
  const name = line.includes('the address is relative')
    ? 'ERR_FILE_NOT_FOUND'
    : line.includes('is not a public address')
      ? 'ERR_CONNECTION_REFUSED'
      : 'ERR_FAILED';
  return `resource ${kind}: net::${name} (${line})`;
}

const ANSWERED = /^(\S+): the server answered (\d{3})$/;

function describeStatus(line: string): string {
  const [, url, status] = ANSWERED.exec(line) ?? [];
  return url === undefined ? line : `${url} - ${status}: ${reasonOf(Number(status))}`;
}

/** Returns whether a resource has one of these statuses, and is none of the hosts that do not count. */
export function isUnwanted(
  detail: string,
  statuses: readonly number[],
  ignoredDomains: readonly string[],
): boolean {
  const [, url = '', status] = ANSWERED.exec(withoutKinds([detail], 'resources')[0] ?? '') ?? [];
  if (status === undefined || !matchesStatus(statuses, Number(status))) return false;
  const host = URL.parse(url)?.hostname ?? '';
  return !ignoredDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** 499 stands for each status from 400 to 499. */
const matchesStatus = (statuses: readonly number[], status: number): boolean =>
  statuses.some(
    (one) => one === status || (one % 100 === 99 && Math.floor(one / 100) === Math.floor(status / 100)),
  );

function wordMainPage(detail: string, statuses: readonly number[]): Worded | null {
  const [, answered] = /^url: its server answered (\d{3})$/.exec(detail) ?? [];
  if (answered === undefined || !matchesStatus(statuses, Number(answered))) return null;
  const text = `Invalid HTTP status code from the main page: ${answered}: ${reasonOf(Number(answered))}`;
  return { status: 409, text };
}

/** Of RFC 9110. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  410: 'Gone',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

const reasonOf = (status: number): string => REASONS[status] ?? 'Error';
