import type { Form, FormFile } from './form.ts';
import {
  BadValue,
  MAX_QUOTED,
  parseBool,
  parseDuration,
  parseInteger,
  parseJson,
  parseLengthMm,
  parseNumber,
} from './go-values.ts';
import { badForm } from './refusals.ts';

/** These files are for one purpose. The others are by their names. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['embeds', 'watermark', 'stamp', 'facturxXml']);

/** What a conversion of Gotenberg 9 does afterwards, and the new names of fields. */
const OF_VERSION_9 = /^(?:stages|native(?!PageRanges$|PdfFormats?$)[A-Z]\w*)$/;

/** Reads the fields of a form, and collects what is wrong with them. Fields that nobody reads are named in the answer. */
export class Fields {
  readonly form: Form;
  /** What has no effect here. */
  readonly ignored = new Set<string>();
  readonly #problems: string[] = [];
  readonly #read = new Set<string>();

  constructor(form: Form) {
    this.form = form;
  }

  string(name: string): string {
    this.#read.add(name);
    return this.form.values.get(name)?.[0] ?? '';
  }

  /** All values of a field that may be repeated. */
  strings(name: string): readonly string[] {
    this.#read.add(name);
    return this.form.values.get(name) ?? [];
  }

  bool = (name: string, otherwise = false): boolean => this.#parse(name, parseBool) ?? otherwise;

  number = (name: string): number | null => this.#parse(name, parseNumber);

  integer = (name: string): number | null => this.#parse(name, parseInteger);

  /** Milliseconds. */
  duration = (name: string): number | null => this.#parse(name, parseDuration);

  millimetres = (name: string): number | null => this.#parse(name, parseLengthMm);

  json = <Value>(name: string, check: (value: unknown) => Value): Value | null =>
    this.#parse(name, (text) => check(parseJson(text, name)));

  oneOf<const Choice extends string>(
    name: string,
    choices: readonly Choice[],
    wording: string,
  ): Choice | null {
    return this.#parse(name, (text) => {
      const choice = choices.find((one) => one === text);
      if (choice === undefined) throw new BadValue(`wrong value, expected ${wording}`);
      return choice;
    });
  }

  /** @param read throws `BadValue` */
  custom = <Value>(name: string, read: (text: string) => Value): Value | null => this.#parse(name, read);

  require(name: string): void {
    if (this.string(name) === '') this.problem(`form field '${name}' is required`);
  }

  problem(text: string): void {
    this.#problems.push(text);
  }

  /** A file by its name. Its extension may be in capitals. The last one counts. */
  file(name: string): FormFile | null {
    return this.form.files.findLast((file) => foldExtension(file.name) === name) ?? null;
  }

  requireFile(name: string): FormFile | null {
    const file = this.file(name);
    if (file === null) this.problem(`form file '${name}' is required`);
    return file;
  }

  /** Files of one extension, in the order of their names. */
  filesOf(extension: string): FormFile[] {
    const byName = new Map(
      this.form.files
        .filter(({ field, name }) => !OWN_FIELDS.has(field) && foldExtension(name).endsWith(extension))
        .map((file) => [file.name, file]),
    );
    return [...byName.values()].sort((one, other) =>
      one.name.localeCompare(other.name, 'en', { numeric: true }),
    );
  }

  requireFilesOf(extension: string): FormFile[] {
    const files = this.filesOf(extension);
    if (files.length === 0) this.problem(`no form file found for extensions: [${extension}]`);
    return files;
  }

  /** Files that were sent in a field with this name. */
  filesIn(field: string): FormFile[] {
    return this.form.files.filter((file) => file.field === field);
  }

  /** @throws {ApiError} something is wrong */
  finish(): void {
    // Without them, the file would be another one, such as one that nobody has encrypted.
    for (const name of this.form.values.keys())
      if (OF_VERSION_9.test(name) && !this.#read.has(name))
        this.problem(
          `form field '${name.slice(0, MAX_QUOTED)}' is of Gotenberg 9; these routes have the fields of version 8`,
        );
    if (this.#problems.length > 0) throw badForm(this.#problems);
    for (const name of this.form.values.keys()) if (!this.#read.has(name)) this.ignored.add(name);
  }

  #parse<Value>(name: string, parse: (text: string) => Value): Value | null {
    const text = this.string(name);
    if (text === '') return null;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      const shown = text.slice(0, MAX_QUOTED);
      this.problem(`form field '${name}' is invalid (got '${shown}', resulting to ${error.message})`);
      return null;
    }
  }
}

const foldExtension = (name: string): string =>
  name.replace(/\.[^.]{1,20}$/, (extension) => extension.toLowerCase());
