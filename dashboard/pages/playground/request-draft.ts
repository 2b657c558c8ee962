import type { TextProblem } from '../../editor/diagnostics.ts';
import { readJsonObject } from '../../json/json-object.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { AnswerType, ApiCall } from './api-call.ts';

/** A request while somebody writes it: texts as they stand, right or wrong. */
export interface RequestDraft {
  readonly source: 'html' | 'template';
  readonly html: string;
  readonly templateId: string | null;
  /** Null: whichever version is published when the request arrives. */
  readonly version: number | null;
  readonly dataText: string;
  readonly optionsText: string;
  readonly filename: string;
  readonly idempotencyKey: string;
  readonly answer: AnswerType;
}

export type DraftProblems = Partial<Record<'source' | 'filename' | 'idempotencyKey', string>> &
  Partial<Record<'data' | 'options', TextProblem>>;

/** Either a call, or why there is none yet. */
export type DraftReading =
  | { readonly call: ApiCall; readonly problems: null }
  | { readonly call: null; readonly problems: DraftProblems };

const MAX_FILENAME_CHARACTERS = 255;
const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;

/** What a browser and every server take in a header (RFC 9110, 5.5), less the white space that would be cut. */
const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** The call that a draft describes. What only the service can know (the plan's limits, say) is left to it. */
export function readDraft(draft: RequestDraft, origin: string): DraftReading {
  const data = readJsonObject(draft.dataText);
  const options = readJsonObject(draft.optionsText);
  const problems: DraftProblems = {
    ...named('source', sourceProblem(draft)),
    ...named('filename', filenameProblem(draft.filename)),
    ...named('idempotencyKey', idempotencyKeyProblem(draft.idempotencyKey)),
    ...(data.problem === null ? {} : { data: data.problem }),
    ...(options.problem === null ? {} : { options: options.problem }),
  };
  if (data.value === null || options.value === null || Object.keys(problems).length > 0) {
    return { call: null, problems };
  }
  const body: JsonObject = {
    ...sourceOf(draft),
    ...unlessEmpty('templateData', data.value),
    ...(draft.filename.trim() === '' ? {} : { filename: draft.filename.trim() }),
    ...unlessEmpty('options', options.value),
  };
  const idempotencyKey = draft.idempotencyKey === '' ? null : draft.idempotencyKey;
  return { call: { origin, body, answer: draft.answer, idempotencyKey }, problems: null };
}

const named = (field: keyof DraftProblems, problem: string | null) =>
  problem === null ? {} : { [field]: problem };

const unlessEmpty = (field: string, value: JsonObject): JsonObject =>
  Object.keys(value).length === 0 ? {} : { [field]: value };

function sourceOf({ source, html, templateId, version }: RequestDraft): JsonObject {
  if (source === 'html') return { htmlContent: html };
  return { templateId: version === null ? templateId : `${templateId}@${version}` };
}

function sourceProblem({ source, html, templateId }: RequestDraft): string | null {
  if (source === 'html') return html === '' ? 'Write some HTML to print' : null;
  return templateId === null ? 'Choose a template' : null;
}

/** Characters are Unicode code points (decision 13). */
const filenameProblem = (filename: string): string | null =>
  Array.from(filename.trim()).length > MAX_FILENAME_CHARACTERS
    ? `Use ${MAX_FILENAME_CHARACTERS} characters or fewer`
    : null;

function idempotencyKeyProblem(key: string): string | null {
  if (key === '') return null;
  if (key.length > MAX_IDEMPOTENCY_KEY_CHARACTERS)
    return `Use ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters or fewer`;
  return HEADER_TEXT.test(key)
    ? null
    : 'Use letters, digits and ASCII punctuation, with no space at either end';
}
