import type { OnMissing, Position } from '@platen/handlebars';
import type { RenderWarning } from '@platen/pdf';
import type { TemplateDocument } from './errors.ts';
import { cut } from './source-text.ts';

/** Names that print the date or a page number in other template languages, and how to write them here. */
const INSTEAD: Readonly<Record<string, string>> = {
  date: '{{formatDate (now)}}',
  today: '{{formatDate (now)}}',
  datetime: '{{formatDateTime (now)}}',
  time: '{{formatTime (now)}}',
  pageNumber: '<span class="pageNumber"></span> in a header or footer',
  totalPages: '<span class="totalPages"></span> in a header or footer',
};

/** The report also needs room for other warnings. */
const MAX_LISTED = 30;

/** A name can be a megabyte. */
const MAX_NAME_CHARS = 100;

/** The names in the templates of a composition that the data does not have. Each place is listed once. */
export class UnknownNames {
  readonly #seen = new Map<TemplateDocument, Set<Position>>();
  readonly #messages: { readonly document: TemplateDocument; readonly message: string }[] = [];
  #others = 0;

  noteIn(document: TemplateDocument): OnMissing {
    const seen = this.#seen.get(document) ?? new Set();
    this.#seen.set(document, seen);
    return (name, position, partial) => {
      if (seen.has(position)) return;
      seen.add(position);
      const place = partial === null ? document : (`partial:${partial}` as const);
      if (this.#messages.length < MAX_LISTED)
        this.#messages.push({ document, message: describe(place, name, position) });
      else this.#others += 1;
    };
  }

  /** @param toField returns the field of the request that has the text of a document */
  toWarnings(toField: (document: TemplateDocument) => string): RenderWarning[] {
    const code = 'EMPTY_PLACEHOLDER';
    const warnings: RenderWarning[] = this.#messages.map(({ document, message }) => ({
      code,
      message,
      field: toField(document),
    }));
    const message = `The template uses ${this.#others} more names that the data does not have.`;
    return this.#others === 0 ? warnings : [...warnings, { code, message, field: null }];
  }
}

/** It writes the place as the errors of templates do. */
function describe(document: TemplateDocument, name: string, { line, column }: Position): string {
  const instead = Object.hasOwn(INSTEAD, name) ? ` Write ${INSTEAD[name]}.` : '';
  return `${document}, line ${line}, column ${column}: The data has no "${cut(name, MAX_NAME_CHARS)}".${instead}`;
}
