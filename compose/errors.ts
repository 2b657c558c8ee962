/** Which of a request's templates an error is in. */
export type TemplateDocument = 'html' | 'header' | 'footer' | 'outputName';

/** A place in a template. Both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * A template that does not compile, or fails while it renders (`TEMPLATE_COMPILATION_ERROR`).
 * `message` says document, line and column; `details` hold the excerpt and a line with a caret.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly document: TemplateDocument;
  readonly details: readonly string[];
  /** Null for what has no place, such as a source that is too long. */
  readonly position: Position | null;
  /** The limit that the template passed; null for a mistake in it. */
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
 * A request that is well-formed but cannot be composed: HTML over the limit, margins that leave no page,
 * `Custom` without a size (`VALIDATION_ERROR`). One entry in `details` for each problem, naming the field.
 */
export class InvalidComposition extends Error {
  override readonly name = 'InvalidComposition';
  readonly details: readonly string[];

  constructor(details: readonly string[]) {
    super('The request cannot be composed.');
    this.details = details;
  }
}
