import { findReference } from '../file/dictionary.ts';
import type { PdfReader } from '../file/reader.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readStructure } from '../merge/input-file.ts';
import { readTags } from '../split/tags.ts';

/** A field whose tag is to be at the tag of its control. */
export interface TaggedField {
  /** The name that the control has for a screen reader. */
  readonly controlName: string;
  readonly structureKey: number;
}

/** The child of an element, or its children. The work is bounded: a run ends at a dictionary inside of two others. */
const CHILDREN = /\/K (\[[^[\]]*\]|<<(?:[^<>]|<<[^<>]*>>)*>>|\d{1,10} 0 R\b|\d{1,10})/;

/** The name of a control, in the attributes of its element. */
const CONTROL = /\/Desc \((?:[^()\\]|\\[\s\S])*?(platen-[\w-]+)\)/;

/** The work is bounded: a run that starts inside of a string ends at its next bracket or backslash. */
const ATTRIBUTES = /\/A \[(?:[^[\]()\\]|\((?:[^()\\]|\\[\s\S])*\))*\]\s*/;

/**
 * Moves the tags of fields. Chromium made one of each marker, at the end of the document. A field gets it as a Form at the place of its
 * control, whose own element says what an empty form on paper would say, and becomes plain content (ISO 32000-1, 14.8.4.5).
 */
export async function moveTags(
  rewrite: PdfRewrite,
  reader: PdfReader,
  fields: readonly TaggedField[],
): Promise<void> {
  const catalog = await reader.object(findReference(reader.trailer, 'Root') ?? 0);
  const structure = await readStructure(reader, catalog);
  if (structure === null) return;
  const { parents } = await readTags(reader, structure);
  const elementOf = new Map(
    fields.map(({ controlName, structureKey }) => [controlName, parents.get(structureKey) ?? 0]),
  );
  const texts = new Map<number, string>();
  const read = async (id: number) => texts.get(id) ?? (await reader.object(id)).text;
  const removed = new Map<number, Set<number>>();
  for (const controlId of await findControls(reader, texts)) {
    const text = texts.get(controlId) ?? '';
    const name = CONTROL.exec(text)?.[1] ?? '';
    const elementId = text.includes(`/Desc (${name})`) ? elementOf.get(name) : undefined;
    const plain = text.replace('/S /Form', '/S /NonStruct').replace(ATTRIBUTES, '');
    texts.set(controlId, elementId ? addChild(plain, elementId) : plain);
    if (!elementId) continue;
    const element = await read(elementId);
    const parentId = findReference(element, 'P');
    if (parentId !== null) removed.set(parentId, (removed.get(parentId) ?? new Set()).add(elementId));
    texts.set(
      elementId,
      element.replace(/\/P \d+ 0 R\b/, `/P ${controlId} 0 R`).replace('/S /Link', '/S /Form'),
    );
  }
  // A control that no screen reader would be told about has no element. Its field stays where its marker was.
  for (const elementId of elementOf.values())
    if (elementId && !texts.has(elementId))
      texts.set(elementId, (await read(elementId)).replace('/S /Link', '/S /Form'));
  for (const [parentId, children] of removed)
    texts.set(parentId, removeChildren(await read(parentId), children));
  for (const [id, text] of texts) rewrite.write(id, text);
}

/** The elements of controls with a name of ours. @param texts to which theirs are added */
async function findControls(reader: PdfReader, texts: Map<number, string>): Promise<number[]> {
  const found: number[] = [];
  for (const id of reader.idsInOrder()) {
    const { text } = await reader.object(id);
    if (!text.startsWith('<</Type /StructElem') || !CONTROL.test(text)) continue;
    texts.set(id, text);
    found.push(id);
  }
  return found;
}

function addChild(element: string, childId: number): string {
  const children = CHILDREN.exec(element)?.[1];
  if (children === undefined) return element.replace('<<', () => `<</K ${childId} 0 R `);
  const inner = children.startsWith('[') ? children.slice(1, -1) : children;
  return element.replace(CHILDREN, () => `/K [${inner} ${childId} 0 R]`);
}

const removeChildren = (element: string, ids: ReadonlySet<number>): string =>
  element.replace(CHILDREN, (_, children: string) => {
    const inner = children.startsWith('[') ? children.slice(1, -1) : children;
    const left = inner.replaceAll(/(\d{1,10}) 0 R\b/g, (reference, id: string) =>
      ids.has(Number(id)) ? '' : reference,
    );
    return `/K [${left.replaceAll(/\s+/g, ' ').trim()}]`;
  });
