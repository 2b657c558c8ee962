import { MEDIA_TYPES } from '../../../schema/media-types.ts';
import { CATALOGUE, type AnsweredCode } from '../../../worker/lib/api-error.ts';
import type { Answer } from '../../../test/support/answer.ts';
import { bodyProblems, differences, operationOf, typeOf } from '../../../test/support/described-answer.ts';
import type { Operation } from '../../../test/support/api-document.ts';
import type { FuzzRequest } from './request.ts';
import type { Surface } from './surfaces.ts';
import type { World } from './world.ts';

/** The connection refuses what is not HTTP before the Worker sees it. Cloudflare's network does the same. */
const OF_THE_CONNECTION = new Set([400, 413, 414, 431, 501]);

const ERROR_BODY =
  /^\{"error":\{"code":"(\w+)","message":".+"requestId":"req_\w{22}","timestamp":"[^"]+"\}\}$/s;

/** Names of the machine and of the code, which an answer must not have. */
const INTERNAL =
  /\bat (?:async )?[\w.<>]+ ?\(|\.(?:ts|js|mjs):\d+|node_modules|\/home\/|\/tmp\/|\/worker\/|SQLITE|\bD1_[A-Z]{4}|drizzle|workerd|TypeError|is not a function|Cannot read propert/;

const FILE_TYPES: ReadonlySet<string> = new Set(MEDIA_TYPES);

/** Source: contract 2.6. */
const EVERYWHERE = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Content-Type-Options',
] as const;

/** Errors of any route. */
const ANYWHERE = new Set(['NOT_FOUND', 'METHOD_NOT_ALLOWED']);

/** Returns the problems of an answer. The list is empty if there are none. */
export function problemsOf(
  surfaces: readonly Surface[],
  world: World,
  request: FuzzRequest,
  answer: Answer,
): string[] {
  return [...problemsOfForm(surfaces, world, request, answer), ...leaksIn(world, request, answer)];
}

function problemsOfForm(
  surfaces: readonly Surface[],
  world: World,
  { method, path }: FuzzRequest,
  answer: Answer,
): string[] {
  if (answer.status === 500) return ['an error of the service'];
  const pathname = pathnameAt(world.url, path);
  if (answer.headers.get('x-request-id') === null) return problemsOfConnection(answer);
  const missing = EVERYWHERE.filter((name) => !answer.headers.has(name));
  if (missing.length > 0) return [`${answer.status} without ${missing.join(', ')}`];
  // No description has the pages.
  if (/^\/(docs|dashboard)(\/|$)/.test(pathname) && answer.status < 400) return [];
  if (answer.status >= 400 && method !== 'HEAD') {
    const problems = problemsOfError(answer);
    if (problems.length > 0) return problems;
  }
  const surface = surfaces.find(({ document }) => operationOf(document, method, pathname) !== undefined);
  const operation = surface && operationOf(surface.document, method, pathname);
  if (surface === undefined || operation === undefined) return unknownRouteProblems(method, pathname, answer);
  return routeProblems(surface, operation, { method, pathname, answer });
}

/** The path as the router sees it: with slashes for backslashes, and decoded. */
function pathnameAt(url: string, path: string): string {
  const { pathname } = new URL(path, url);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/** Answers of the connection itself. */
const problemsOfConnection = (answer: Answer): string[] =>
  OF_THE_CONNECTION.has(answer.status) && !answer.text.includes('{')
    ? []
    : [`${answer.status} without an X-Request-Id`];

function problemsOfError(answer: Answer): string[] {
  if (typeOf(answer) !== 'application/json') return [`an error of the type ${typeOf(answer)}`];
  const code = ERROR_BODY.exec(answer.text)?.[1];
  if (code === undefined) return ['the body is not that of an error'];
  const known = CATALOGUE[code as AnsweredCode];
  if (known === undefined) return [`${code} is not in the catalogue`];
  return known.status === answer.status ? [] : [`${code} with the status ${answer.status}`];
}

function unknownRouteProblems(method: string, pathname: string, answer: Answer): string[] {
  if (method === 'OPTIONS' && answer.status === 204) return [];
  // The root leads to the dashboard. The contract, not the description, has the addresses of files.
  const isPublic = pathname === '/' || (pathname.startsWith('/files/') && FILE_TYPES.has(typeOf(answer)));
  return answer.status >= 400 || answer.status === 304 || isPublic
    ? []
    : [`${answer.status} at a path that no description has`];
}

interface Exchange {
  readonly method: string;
  readonly pathname: string;
  readonly answer: Answer;
}

function routeProblems(
  surface: Surface,
  operation: Operation,
  { method, pathname, answer }: Exchange,
): string[] {
  if (surface.name === 'public') return [];
  const code = ERROR_BODY.exec(answer.text)?.[1];
  if (code !== undefined && ANYWHERE.has(code)) return [];
  if (surface.name === 'api') {
    return [
      ...differences(surface.document, method, pathname, answer),
      ...unlistedCode(operation, answer, code),
    ];
  }
  // The descriptions of the other surfaces have no errors.
  if (answer.status >= 400) return [];
  const media = operation.responses[answer.status]?.content?.[typeOf(answer)];
  if (method === 'HEAD') return [];
  return media === undefined
    ? [`${answer.status} ${typeOf(answer)} is not in the description`]
    : bodyProblems(surface.document, media.schema, answer);
}

function unlistedCode(operation: Operation, answer: Answer, code: string | undefined): string[] {
  if (code === undefined) return [];
  const listed = operation.responses[answer.status]?.content?.['application/json']?.examples ?? {};
  return code in listed ? [] : [`${code} is not in the description of the route`];
}

/** The log of requests has the ids that its own clients have sent, also those of other workspaces. */
const isInLog = (pathname: string, value: string): boolean =>
  /^\/console\/workspaces\/[^/]+\/requests\b/.test(pathname) && /^[a-z]+_\w+$/.test(value);

function leaksIn(
  { url, secrets, canaries, things }: World,
  request: FuzzRequest,
  { text, headers }: Answer,
): string[] {
  const all = `${text}\n${[...headers].map(([name, value]) => `${name}: ${value}`).join('\n')}`;
  const sent = `${request.path}\n${request.body?.toString('utf8') ?? ''}\n${request.headers.join('\n')}`;
  const isSent = (value: string): boolean => sent.includes(value) || sent.includes(encodeURIComponent(value));
  // An address of a file and the link of an invitation are made to be given to others.
  const { fileAddress, signedAddress, token } = things.victim;
  const isGiven = [fileAddress, signedAddress, token].some((address) => sent.includes(address));
  const pathname = pathnameAt(url, request.path);
  const foreign =
    request.identity.isOperator || isGiven ? [] : canaries.filter((value) => !isInLog(pathname, value));
  const found = [...secrets, ...foreign].filter((value) => all.includes(value) && !isSent(value));
  const internal = INTERNAL.exec(all)?.[0];
  return [
    ...found.map((value) => `the answer has ${value}`),
    ...(internal === undefined || isSent(internal) ? [] : [`the answer has ${internal}`]),
  ];
}
