import { z } from 'zod';
import { isPublicHost, parseAddress } from '../public-address.ts';
import { recordOf } from '../record.ts';
import { text, contentText } from '../text.ts';

/** The fields of which a request has exactly one (contract 1.3). */
export const SOURCES = ['htmlContent', 'templateId', 'url', 'markdown'] as const;

export type Source = (typeof SOURCES)[number];

export const GENERATION_METHODS = ['html', 'template', 'url', 'markdown'] as const;

export type GenerationMethod = (typeof GENERATION_METHODS)[number];

/** The values of `generationMethod` of a file (contract 2.2). A client's own PDF was not generated. */
export const FILE_METHODS = [...GENERATION_METHODS, 'upload'] as const;

export type FileMethod = (typeof FILE_METHODS)[number];

const METHODS: Readonly<Record<Source, GenerationMethod>> = {
  htmlContent: 'html',
  templateId: 'template',
  url: 'url',
  markdown: 'markdown',
};

/** @param body valid */
export const findSource = (body: { readonly [source in Source]?: string | undefined }): Source =>
  SOURCES.find((source) => body[source] !== undefined) ?? 'htmlContent';

export const findMethod = (body: Parameters<typeof findSource>[0]): GenerationMethod =>
  METHODS[findSource(body)];

/** Contract 18. */
const MAX_URL_CHARACTERS = 8_000;
const MAX_ENTRIES = 50;
const MAX_HEADER_CHARACTERS = 16_000;
const MAX_COOKIE_CHARACTERS = 4_096;

/** Sources: RFC 9110, 5.6.2 and 5.5; RFC 6265, 4.1.1. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HEADER_VALUE = /^(?:[\x21-\x7E\x80-\xFF](?:[\t\x20-\x7E\x80-\xFF]*[\x21-\x7E\x80-\xFF])?)?$/;
const COOKIE_VALUE = /^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*$/;
const COOKIE_PATH = /^\/[\x20-\x3A\x3C-\x7E]*$/;

/** These headers belong to a connection or to a body, or the browser sets them itself. */
const REFUSED_HEADER =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|origin|date|content-.*|accept-encoding|accept-charset|access-control-.*|if-.*|range|proxy-.*|sec-.*|set-cookie2?|cookie2)$/i;

function urlProblem(address: string): string | null {
  const url = parseAddress(address);
  if (url === null) return 'must be an absolute URL';
  const { protocol, username, password, hostname } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an http or https URL';
  if (username !== '' || password !== '') return 'must not have a user name or a password; use `headers`';
  return isPublicHost(hostname) ? null : 'must be a public address';
}

function headerProblem(name: string, value: string): string | null {
  if (!TOKEN.test(name)) return 'is not the name of a header';
  if (name.toLowerCase() === 'cookie') return 'is set by `cookies`';
  if (REFUSED_HEADER.test(name)) return 'is set by the browser';
  return HEADER_VALUE.test(value) ? null : 'must be the value of a header, without line breaks';
}

function checkHeaders(headers: Readonly<Record<string, string>>, context: z.RefinementCtx): void {
  const report = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  const entries = Object.entries(headers);
  const characters = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (characters > MAX_HEADER_CHARACTERS) {
    return report([], `must have ${MAX_HEADER_CHARACTERS} characters or fewer together`);
  }
  const names = new Set<string>();
  for (const [name, value] of entries) {
    const problem = names.has(name.toLowerCase()) ? 'is given twice' : headerProblem(name, value);
    names.add(name.toLowerCase());
    if (problem !== null) report([name], problem);
  }
}

const cookie = z
  .object({
    name: z.string().regex(TOKEN, 'is not the name of a cookie').max(256).meta({ description: 'The name.' }),
    value: z
      .string()
      .regex(
        COOKIE_VALUE,
        'must be the value of a cookie: ASCII without spaces, quotes, commas, semicolons and backslashes',
      )
      .max(MAX_COOKIE_CHARACTERS)
      .meta({ description: 'The value, as a `Cookie` header has it.' }),
    path: z
      .string()
      .regex(COOKIE_PATH, 'must start with / and have no semicolon')
      .max(1_024)
      .optional()
      .meta({ default: '/', description: 'The cookie is sent only to addresses below this path.' }),
  })
  .meta({ id: 'PageCookie', description: 'A cookie for the origin of `url`.' });

export const sourceFields = {
  url: z
    .string()
    .min(1)
    .max(MAX_URL_CHARACTERS)
    .superRefine((address, context) => {
      const problem = urlProblem(address);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .optional()
    .meta({
      description:
        'A public page, which is loaded and printed: `http` or `https`, answered with HTML. Placeholders in it are not filled.',
      example: 'https://example.com/report',
    }),
  headers: recordOf(MAX_ENTRIES, text(256), text(MAX_HEADER_CHARACTERS))
    .superRefine(checkHeaders)
    .optional()
    .meta({
      description:
        'Only with `url`. Headers for its page and the images, styles, scripts, fonts and media of its origin. No other origin gets them.',
    }),
  cookies: z
    .array(cookie)
    .max(MAX_ENTRIES)
    .optional()
    .meta({ description: 'Only with `url`. Cookies for its origin. No other origin gets them.' }),
  markdown: contentText().min(1).optional().meta({
    description: 'Markdown (CommonMark, tables, footnotes, task lists) with Handlebars.',
  }),
};

/** The schema cannot express that there is exactly one source. */
export function sourceProblems(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const fields: Readonly<Record<string, unknown>> = { ...body };
  const given = SOURCES.filter((field) => fields[field] !== undefined);
  const problems: string[] = [];
  const [first, ...others] = given;
  if (first === undefined) {
    problems.push('htmlContent: is required, unless templateId, url or markdown is given');
  } else if (others.length > 0) {
    problems.push(`${first}: must not be given together with ${others.join(' or ')}`);
  }
  for (const field of ['headers', 'cookies']) {
    if (fields[field] !== undefined && fields.url === undefined) problems.push(`${field}: needs url`);
  }
  return problems;
}
