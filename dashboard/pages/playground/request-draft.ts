import type { GenerationMethod } from '../../../schema/api/sources.ts';
import type { TextProblem } from '../../editor/diagnostics.ts';
import { readJsonObject } from '../../json/json-object.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { Output } from '../../../schema/api/output.ts';
import type { ResponseType, ApiCall } from './api-call.ts';

/** A request that the user is editing. Its texts may be invalid. */
export interface RequestDraft {
  readonly source: GenerationMethod;
  readonly html: string;
  readonly markdown: string;
  readonly url: string;
  /** `headers` and `cookies` for the address. */
  readonly accessText: string;
  /** False for a document that is printed as it is. */
  readonly isFilled: boolean;
  readonly templateId: string | null;
  /** If it is null, the published version is selected. */
  readonly version: number | null;
  readonly dataText: string;
  readonly optionsText: string;
  readonly outputType: Output['type'];
  readonly filename: string;
  readonly idempotencyKey: string;
  readonly responseType: ResponseType;
}

export type DraftProblems = Partial<Record<'source' | 'filename' | 'idempotencyKey', string>> &
  Partial<Record<'data' | 'options' | 'access', TextProblem>>;

export interface DraftFieldsProps {
  readonly draft: RequestDraft;
  readonly onChange: (change: Partial<RequestDraft>) => void;
  readonly problems: DraftProblems;
}

export type DraftReading =
  | { readonly call: ApiCall; readonly problems: null }
  | { readonly call: null; readonly problems: DraftProblems };

const MAX_FILENAME_CHARACTERS = 255;
const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;

/** Header values (RFC 9110, 5.5) without white space at the ends, which would be trimmed. */
const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Converts a draft to a request. Limits that depend on the plan are left to the API. */
export function readDraft(draft: RequestDraft, origin: string): DraftReading {
  const data = readJsonObject(draft.dataText);
  const options = readJsonObject(draft.optionsText);
  const access = readJsonObject(draft.source === 'url' ? draft.accessText : '');
  const problems: DraftProblems = {
    ...toEntry('source', validateSource(draft)),
    ...toEntry('filename', validateFilename(draft.filename)),
    ...toEntry('idempotencyKey', validateIdempotencyKey(draft.idempotencyKey)),
    ...(data.problem === null ? {} : { data: data.problem }),
    ...(options.problem === null ? {} : { options: options.problem }),
    ...(access.problem === null ? {} : { access: access.problem }),
  };
  const isRead = data.value !== null && options.value !== null && access.value !== null;
  if (!isRead || Object.keys(problems).length > 0) return { call: null, problems };
  const body: JsonObject = {
    ...toSource(draft),
    ...access.value,
    ...(draft.isFilled || draft.source === 'url' ? {} : { templating: 'none' }),
    ...omitIfEmpty('templateData', data.value),
    ...(draft.filename.trim() === '' ? {} : { filename: draft.filename.trim() }),
    ...omitIfEmpty('options', options.value),
    ...(draft.outputType === 'pdf' ? {} : { output: { type: draft.outputType } }),
  };
  const idempotencyKey = draft.idempotencyKey === '' ? null : draft.idempotencyKey;
  return { call: { origin, body, responseType: draft.responseType, idempotencyKey }, problems: null };
}

const toEntry = (field: keyof DraftProblems, problem: string | null) =>
  problem === null ? {} : { [field]: problem };

const omitIfEmpty = (field: string, value: JsonObject): JsonObject =>
  Object.keys(value).length === 0 ? {} : { [field]: value };

function toSource({ source, html, markdown, url, templateId, version }: RequestDraft): JsonObject {
  if (source === 'html') return { htmlContent: html };
  if (source === 'markdown') return { markdown };
  if (source === 'url') return { url: url.trim() };
  return { templateId: version === null ? templateId : `${templateId}@${version}` };
}

function validateSource({ source, html, markdown, url, templateId }: RequestDraft): string | null {
  if (source === 'html') return html === '' ? 'Enter some HTML' : null;
  if (source === 'markdown') return markdown === '' ? 'Enter some Markdown' : null;
  if (source === 'url')
    return isWebAddress(url.trim()) ? null : 'Enter an address, such as https://example.com';
  return templateId === null ? 'Choose a template' : null;
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Characters are Unicode code points (contract 1.5). */
const validateFilename = (filename: string): string | null =>
  Array.from(filename.trim()).length > MAX_FILENAME_CHARACTERS
    ? `Use ${MAX_FILENAME_CHARACTERS} characters or fewer`
    : null;

function validateIdempotencyKey(key: string): string | null {
  if (key === '') return null;
  if (key.length > MAX_IDEMPOTENCY_KEY_CHARACTERS)
    return `Use ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters or fewer`;
  return HEADER_TEXT.test(key)
    ? null
    : 'Use ASCII letters, digits and punctuation, without spaces at the start or the end';
}
