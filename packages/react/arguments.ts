export type Literal = string | number | boolean | null;

/** A path of the data, as an argument of a helper. A text is a text. */
export interface Reference {
  readonly path: string;
  /** The path begins at the data, also inside of a loop. */
  readonly isFromRoot: boolean;
}

/** The value at a path of the data, for the arguments of a helper or of a partial. */
export const reference = (path: string): Reference => ({ path, isFromRoot: false });

export type Argument = Literal | Reference;

export type Arguments = Readonly<Record<string, Argument>>;

export const isReference = (value: Argument): value is Reference =>
  typeof value === 'object' && value !== null;
