/** The values that a template can print as they are. */
type Leaf = string | number | bigint | boolean | Date | null | undefined;

/** Counts down the depth of paths, because a type can contain itself. */
type Deeper = [never, 0, 1, 2, 3, 4, 5];

/**
 * The paths into data of this type: `customer` and `customer.name`. The items of a list are reached by `Each`.
 *
 * @typeParam Depth how many names a path can have
 */
export type Path<Data, Depth extends number = 6> = [Depth] extends [never]
  ? never
  : unknown extends Data
    ? string
    : NonNullable<Data> extends Leaf | readonly unknown[]
      ? never
      : {
          [Key in keyof NonNullable<Data> & string]:
            | Key
            | `${Key}.${Path<NonNullable<Data>[Key], Deeper[Depth]>}`;
        }[keyof NonNullable<Data> & string];

/** The type at a path. */
export type At<Data, Where extends string> = unknown extends Data
  ? unknown
  : Where extends `${infer Key}.${infer Rest}`
    ? Key extends keyof NonNullable<Data>
      ? At<NonNullable<Data>[Key], Rest>
      : unknown
    : Where extends keyof NonNullable<Data>
      ? NonNullable<Data>[Where]
      : unknown;

/** The paths to lists. */
export type ListPath<Data> = unknown extends Data
  ? string
  : {
      [Where in Path<Data>]: NonNullable<At<Data, Where>> extends readonly unknown[] ? Where : never;
    }[Path<Data>];

/** The type of the items of a list. */
export type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : unknown;
