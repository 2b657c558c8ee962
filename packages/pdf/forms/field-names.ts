/** More levels than this are one name. */
const MAX_LEVELS = 8;

interface Node {
  readonly id: number;
  /** By name. It is null for a field, which has nothing below it. */
  readonly children: Map<string, Node> | null;
}

/** The place of a field in the tree of names: the field `address.city` is `city` below `address` (ISO 32000-1, 12.7.3.2). */
export interface FieldPlace {
  readonly id: number;
  readonly partialName: string;
  /** It is null at the top. */
  readonly parentId: number | null;
}

/** A name above fields, which is not a field. */
export interface NameGroup extends FieldPlace {
  readonly kids: readonly number[];
}

/** The names of the fields of a document. Two fields never share one. */
export class FieldNames {
  readonly #reserve: () => number;
  readonly #top = new Map<string, Node>();
  readonly #nextNumbers = new Map<string, number>();

  /** @param reserve the id of a new object */
  constructor(reserve: () => number) {
    this.#reserve = reserve;
  }

  /** The second `name` is `name-2`. */
  add(name: string, id: number): FieldPlace {
    const parts = toParts(name);
    const base = parts.join('.');
    for (let number = this.#nextNumbers.get(base) ?? 1; ; number += 1) {
      this.#nextNumbers.set(base, number + 1);
      const last = `${parts.at(-1)}${number === 1 ? '' : `-${number}`}`;
      const place = this.#place([...parts.slice(0, -1), last], id);
      if (place !== null) return place;
    }
  }

  /** Returns null if there is a field in the way. */
  #place(parts: readonly string[], id: number): FieldPlace | null {
    let level = this.#top;
    let parentId: number | null = null;
    for (const part of parts.slice(0, -1)) {
      const node: Node = level.get(part) ?? { id: this.#reserve(), children: new Map<string, Node>() };
      // Only the last name is numbered, so a field that is a group's name is a level of its own.
      if (node.children === null) return this.#place([parts.join('-')], id);
      level.set(part, node);
      [level, parentId] = [node.children, node.id];
    }
    const partialName = parts.at(-1) ?? '';
    if (level.has(partialName)) return null;
    level.set(partialName, { id, children: null });
    return { id, partialName, parentId };
  }

  get topIds(): number[] {
    return Array.from(this.#top.values(), ({ id }) => id);
  }

  get groups(): NameGroup[] {
    const found: NameGroup[] = [];
    const visit = (level: ReadonlyMap<string, Node>, parentId: number | null) => {
      for (const [partialName, { id, children }] of level) {
        if (children === null) continue;
        found.push({ id, partialName, parentId, kids: Array.from(children.values(), (kid) => kid.id) });
        visit(children, id);
      }
    };
    visit(this.#top, null);
    return found;
  }
}

/** A period separates the parts of a name, and no part is empty. */
function toParts(name: string): string[] {
  const parts = name.split('.').filter((part) => part.trim() !== '');
  if (parts.length === 0) return ['field'];
  return parts.length > MAX_LEVELS ? [parts.join('-')] : parts;
}
