import type { RenderWarning } from '@platen/pdf';
import type { SourceLocation } from '@platen/handlebars';
import type { TemplateDocument } from '../errors.ts';
import { cut } from '../source-text.ts';

interface MissingText {
  /** It is null if the locale has no texts at all. */
  readonly key: string | null;
  /** The locale that was wanted. */
  readonly locale: string;
  /** The locale whose text was printed. It is null if the key was printed. */
  readonly printed: string | null;
  readonly document: TemplateDocument;
  readonly loc: SourceLocation | undefined;
}

/** The report also needs room for other warnings. */
const MAX_LISTED = 30;

const MAX_KEY_CHARS = 100;

const CODE = 'TRANSLATION_MISSING';

/** The texts that a composition did not find. Each key is listed once for each locale. */
export class MissingTexts {
  readonly #listed = new Map<string, MissingText>();
  readonly #field: string | null;
  #others = 0;

  /** @param field the field of the request that has the locale */
  constructor(field: string | null) {
    this.#field = field;
  }

  note(missing: MissingText): void {
    const name = JSON.stringify([
      missing.locale,
      cut(missing.key ?? '', MAX_KEY_CHARS),
      missing.key === null,
    ]);
    if (this.#listed.has(name)) return;
    if (this.#listed.size < MAX_LISTED) this.#listed.set(name, missing);
    else this.#others += 1;
  }

  toWarnings(): RenderWarning[] {
    const warnings = [...this.#listed.values()].map((missing) => ({
      code: CODE,
      message: describe(missing),
      field: this.#field,
    }));
    const message = `More texts are missing: ${this.#others} calls printed another text.`;
    return this.#others === 0 ? warnings : [...warnings, { code: CODE, message, field: null }];
  }
}

/** The place has the same form as in the errors of templates. */
function describe({ key, locale, printed, document, loc }: MissingText): string {
  const instead = printed === null ? 'The key was printed.' : `The text in ${printed} was printed.`;
  if (key === null) return `The template has no texts in ${locale}. Those in ${printed} were printed.`;
  const place =
    loc === undefined ? document : `${document}, line ${loc.start.line}, column ${loc.start.column + 1}`;
  return `${place}: "${cut(key, MAX_KEY_CHARS)}" has no text in ${locale}. ${instead}`;
}
