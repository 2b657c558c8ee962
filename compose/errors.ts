import type { Position } from '@platen/handlebars';

/** The templates of a request. */
export type TemplateDocument = 'html' | 'header' | 'footer' | 'outputName';

/**
 * A template that does not compile or fails while it renders (`TEMPLATE_COMPILATION_ERROR`). `message` starts with
 * document, line and column. `details` has the line of the template and a line with a caret.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly document: TemplateDocument;
  readonly details: readonly string[];
  /** Null if the error has no position: for example, the source is too long. */
  readonly position: Position | null;
  /** The limit that the template exceeded. Null for a mistake in the template. */
  readonly limit: string | null;

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

/**
 * A well-formed request that cannot be composed (`VALIDATION_ERROR`): HTML over the limit, margins that leave no
 * page, `Custom` without a size. `details` has one entry for each problem. It starts with the field.
 */
export class InvalidComposition extends Error {
  override readonly name = 'InvalidComposition';
  readonly details: readonly string[];

  constructor(details: readonly string[]) {
    super('The request cannot be composed.');
    this.details = details;
  }
}
