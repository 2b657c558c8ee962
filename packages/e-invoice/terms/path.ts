/** A condition such as `[TypeCode=VAT]`. `:=` is written, and ignored when an invoice is read. */
export interface Condition {
  readonly path: readonly string[];
  readonly operator: '=' | '!=' | ':=';
  /** A text, or `$BT-5` for the value of that term. */
  readonly value: string;
}

export interface Step {
  /** The name of an element, `@name` for an attribute, or `.` for the element itself. */
  readonly name: string;
  readonly conditions: readonly Condition[];
  /** Each value needs a new element. */
  readonly repeats: boolean;
}

export type Path = readonly Step[];

const compiled = new Map<string, readonly Path[]>();

/** Reads the paths in a text such as `ID | GlobalID`. */
export function pathsOf(text: string): readonly Path[] {
  let paths = compiled.get(text);
  if (paths === undefined) {
    paths = text.split(' | ').map(readPath);
    compiled.set(text, paths);
  }
  return paths;
}

/** Slashes in brackets belong to a condition. */
const STEP = /((?:@|\.|\w)[\w.]*)(\+?)((?:\[[^\]]*\])*)(?:\/|$)/y;
const CONDITION = /\[([\w/@]+)(=|!=|:=)([^[\]]*)\]/g;

function readPath(text: string): Path {
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const [whole, name = '', plus = '', conditions = ''] = STEP.exec(text) ?? [];
    if (whole === undefined) throw new Error(`The path ${text} cannot be read.`);
    steps.push({
      name,
      repeats: plus === '+',
      conditions: [...conditions.matchAll(CONDITION)].map(readCondition),
    });
  }
  return steps;
}

const readCondition = ([, path = '', operator, value = '']: RegExpMatchArray): Condition => ({
  path: path.split('/'),
  operator: operator === '!=' || operator === ':=' ? operator : '=',
  value,
});

/** Writes the first path without its conditions, for a message. */
export const plainPath = (text: string): string =>
  (pathsOf(text)[0] ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== '.')
    .join('/');
