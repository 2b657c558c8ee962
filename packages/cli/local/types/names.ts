/** Words that TypeScript does not accept as the name of a type. */
const RESERVED = new Set([
  'Any',
  'Array',
  'Boolean',
  'Date',
  'Never',
  'Null',
  'Number',
  'Object',
  'Record',
  'String',
  'Symbol',
  'TemplateData',
  'Unknown',
]);

/** Gives each type of a file a name of its own. The same calls in the same order give the same names. */
export class TypeNames {
  readonly #taken = new Set(RESERVED);

  /** @param text any text, such as the name of a template */
  take(text: string): string {
    const name = toPascalCase(text);
    let free = name;
    for (let number = 2; this.#taken.has(free); number += 1) free = `${name}${number}`;
    this.#taken.add(free);
    return free;
  }
}

function toPascalCase(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\p{L}/u.test(name) ? name : `Type${name}`;
}

/** A property as TypeScript writes it: `name` or `"a name"`. */
export const toPropertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
