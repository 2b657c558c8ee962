import type { Position } from '@platen/handlebars';
import type { Fault } from '@platen/pdf';

export const TEMPLATE_DOCUMENTS = [
  'html',
  'markdown',
  'header',
  'footer',
  'outputName',
  'metadata',
  'attachments',
  'watermark',
  'encryption',
  'eInvoice',
] as const;

/** A header or footer of a list has its index in the list. A partial has its name. */
export type TemplateDocument =
  | (typeof TEMPLATE_DOCUMENTS)[number]
  | `${'header' | 'footer'}[${number}]`
  | `partial:${string}`;

export const isTemplateDocument = (name: unknown): name is TemplateDocument =>
  TEMPLATE_DOCUMENTS.some((document) => document === name) ||
  (typeof name === 'string' && (isBandDocument(name) || /^partial:[\w-]{1,100}$/.test(name)));

export const isBandDocument = (name: string): boolean => /^(?:header|footer)(?:\[\d{1,3}\])?$/.test(name);

/** `TEMPLATE_COMPILATION_ERROR`. `details` has the line of the template and a line with a caret. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly document: TemplateDocument;
  readonly details: readonly string[];
  /** It is null, for example, if the source is too long. */
  readonly position: Position | null;
  /** The limit that was exceeded. It is null for a mistake in the template. */
  readonly limit: string | null;
  /** Milliseconds that the container took to compose. */
  composeMs = 0;

  constructor(
    document: TemplateDocument,
    message: string,
    place: {
      readonly details?: readonly string[];
      readonly position?: Position | null;
      readonly limit?: string | null;
    } = {},
  ) {
    super(message);
    this.document = document;
    this.details = place.details ?? [];
    this.position = place.position ?? null;
    this.limit = place.limit ?? null;
  }
}

/** `VALIDATION_ERROR`: a well-formed request that cannot be composed. Each detail starts with the field. */
export class InvalidComposition extends Error {
  override readonly name = 'InvalidComposition';
  readonly details: readonly string[];
  /** Milliseconds that the container took to compose. */
  composeMs = 0;

  constructor(details: readonly string[]) {
    super('The request cannot be composed.');
    this.details = details;
  }
}

/** The texts of a template's languages: a message that is not valid, or a key that a locale does not have. */
export class InvalidTranslations extends InvalidComposition {}

/** The template uses names that the data does not have, or texts that its languages do not have, and `failOn` forbids it. */
export class FaultyComposition extends Error {
  override readonly name = 'FaultyComposition';
  readonly faults: readonly Fault[];
  /** Milliseconds that the container took to compose. */
  composeMs = 0;

  constructor(faults: readonly Fault[]) {
    super('The template uses names or texts that do not exist.');
    this.faults = faults;
  }
}
