import type { Schema } from '@cfworker/json-schema';
import type { Answer } from './answer.ts';
import {
  type ApiDocument,
  type DescribedAnswer,
  headersOf,
  misfits,
  type Operation,
} from './api-document.ts';

/** Headers of the connection, of the transfer and of CORS, which the document does not describe. */
const TRANSPORT =
  /^(connection|content-(encoding|length|type)|date|keep-alive|transfer-encoding|vary|access-control-.*)$/;

const ERROR: Schema = { $ref: '#/components/schemas/Error' };

/**
 * Lists the differences of an answer from the OpenAPI document: in the operation's status, headers, content type and body. For unknown
 * paths and methods, the body must be an error.
 */
export function differences(
  document: ApiDocument,
  method: string,
  pathname: string,
  answer: Answer,
): string[] {
  const operation = operationOf(document, method, pathname);
  if (operation === undefined || answer.status === 405) return bodyProblems(document, ERROR, answer);

  const described = operation.responses[answer.status];
  if (described === undefined) return [`${answer.status} is not in the description`];
  const headers = headerProblems(document, described, answer);
  if (answer.bytes.length === 0) return headers;
  const type = typeOf(answer);
  const contents = Object.entries(described.content ?? {});
  const media = contents.find(([name]) => name.split(';')[0] === type)?.[1];
  if (media === undefined) return [...headers, `the type ${type} is not in the description`];
  return [...headers, ...bodyProblems(document, media.schema, answer)];
}

/** HEAD is described by GET. */
export function operationOf(
  { paths }: Pick<ApiDocument, 'paths'>,
  method: string,
  pathname: string,
): Operation | undefined {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const path = Object.keys(paths).find(
    (template) => paths[template]?.[verb] !== undefined && matches(template, pathname),
  );
  return path === undefined ? undefined : paths[path]?.[verb];
}

const patterns = new Map<string, RegExp>();

function matches(template: string, pathname: string): boolean {
  const pattern = patterns.get(template) ?? new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  patterns.set(template, pattern);
  return pattern.test(pathname);
}

/** Sent headers that are not described for this answer, required ones that are missing, and wrong values. */
function headerProblems(document: ApiDocument, described: DescribedAnswer, answer: Answer): string[] {
  const ofType = [...headersOf(document, described)].filter(
    ([, { 'x-media-types': types }]) => types === undefined || types.includes(typeOf(answer)),
  );
  const headers = new Map(ofType);
  const always = ofType.filter(([, header]) => header.required || 'x-media-types' in header);
  const sent = [...answer.headers.keys()].filter((name) => !TRANSPORT.test(name));
  const missing = always.map(([name]) => name).filter((name) => !sent.includes(name));
  return [
    ...missing.map((name) => `the header ${name} is missing`),
    ...sent.flatMap((name) => {
      const header = headers.get(name);
      if (header === undefined) return [`the header ${name} is not in the description`];
      const text = answer.headers.get(name) ?? '';
      const value = header.schema.type === 'integer' ? Number(text) : text;
      return misfits(document, header.schema, value).map((problem) => `${name}: ${text}: ${problem}`);
    }),
  ];
}

/** At most five. */
export function bodyProblems(
  document: Pick<ApiDocument, 'components'>,
  schema: Schema,
  answer: Answer,
): string[] {
  if (typeOf(answer) !== 'application/json' || answer.bytes.length === 0) return [];
  return misfits(document, schema, JSON.parse(answer.text)).slice(0, 5);
}

export const typeOf = ({ headers }: Answer): string => headers.get('content-type')?.split(';')[0] ?? '';
