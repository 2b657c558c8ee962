import type { ObjectCopier } from './copier.ts';
import { elementName } from './tag-element.ts';
import { readTree } from './trees.ts';
import { type Dictionary, isList, nameOf, type PdfValue, Reference, Text, writeValue } from './values.ts';

/** Merged files add up the keys of their pages. */
const MAX_KEY = 5_000_000;

const ENTRIES_PER_NODE = 500;

/** A role that leads to a role, and so on. */
const MAX_STEPS = 16;

/**
 * Writes the tags in the form that the merger and the splitter read, with the standard roles instead of the file's own names:
 * two files can have the same names for different roles. Returns the id of the root, or null for a file without usable tags.
 */
export async function* copyTags(
  copier: ObjectCopier,
  catalog: Dictionary,
): AsyncGenerator<Uint8Array, number | null> {
  const { file, writer } = copier;
  const source = catalog.get('StructTreeRoot');
  const root = await file.dictionary(source);
  if (root === null || !(source instanceof Reference)) return null;
  const entries = await readTree(file, root.get('ParentTree'), 'Nums');
  const keys = entries.map(([key]) => key);
  if (!keys.every((key) => typeof key === 'number' && Number.isInteger(key) && key >= 0 && key < MAX_KEY))
    return null;
  const rootId = writer.reserve();
  copier.place(source.id, rootId);
  copier.useRoles(await readRoles(copier, root));
  const kids = await file.resolve(root.get('K'));
  const top = (isList(kids) ? kids : [root.get('K') ?? null]).filter((kid) => kid instanceof Reference);
  const nodes = yield* writeParents(copier, entries);
  const names = yield* writeNames(copier, await readTree(file, root.get('IDTree'), 'Names'));
  const parts = [
    `/Type /StructTreeRoot /K ${writeValue(copier.copy(top))}`,
    `/ParentTree <</Kids [${nodes.map((id) => `${id} 0 R`).join(' ')}]>>`,
    `/ParentTreeNextKey ${keys.reduce<number>((most, key) => Math.max(most, Number(key) + 1), 0)}`,
    names === null ? '' : `/IDTree <</Kids [${names} 0 R]>>`,
  ];
  yield* writer.write(rootId, `<<${parts.filter((part) => part !== '').join(' ')}>>`);
  return nodes.length === 0 ? null : rootId;
}

async function readRoles({ file }: ObjectCopier, root: Dictionary): Promise<ReadonlyMap<string, string>> {
  const roles = new Map<string, string>();
  const map = await file.dictionary(root.get('RoleMap'));
  for (const own of map?.keys() ?? []) {
    let role = own;
    for (let step = 0; step < MAX_STEPS; step += 1) role = nameOf(map?.get(role)) ?? role;
    roles.set(own, role);
  }
  return roles;
}

async function* writeParents(
  copier: ObjectCopier,
  entries: readonly [PdfValue, PdfValue][],
): AsyncGenerator<Uint8Array, number[]> {
  const { writer } = copier;
  const nodes: number[] = [];
  const inOrder = entries.toSorted(([one], [other]) => Number(one) - Number(other));
  for (let start = 0; start < inOrder.length; start += ENTRIES_PER_NODE) {
    const part = inOrder.slice(start, start + ENTRIES_PER_NODE);
    const id = writer.reserve();
    nodes.push(id);
    const numbers: string[] = [];
    for (const [key, value] of part) {
      const copied = copier.copy(value);
      if (copied instanceof Reference) {
        numbers.push(`${Number(key)} ${copied.id} 0 R`);
        continue;
      }
      if (!isList(copied)) continue;
      const listId = writer.reserve();
      yield* writer.write(listId, writeValue(copied));
      numbers.push(`${Number(key)} ${listId} 0 R`);
    }
    const limits = [part[0]?.[0] ?? 0, part.at(-1)?.[0] ?? 0].map(Number).join(' ');
    yield* writer.write(id, `<</Limits [${limits}] /Nums [${numbers.join(' ')}]>>`);
  }
  return nodes;
}

async function* writeNames(
  copier: ObjectCopier,
  entries: readonly [PdfValue, PdfValue][],
): AsyncGenerator<Uint8Array, number | null> {
  const pairs = entries.flatMap(([name, value]) => {
    const element = copier.copy(value);
    return name instanceof Text && element instanceof Reference
      ? [[elementName(name), element] as const]
      : [];
  });
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (!first || !last) return null;
  const id = copier.writer.reserve();
  const names = pairs.map(([name, { id: elementId }]) => `${writeValue(name)} ${elementId} 0 R`).join(' ');
  yield* copier.writer.write(
    id,
    `<</Limits [${writeValue(first[0])} ${writeValue(last[0])}] /Names [${names}]>>`,
  );
  return id;
}
