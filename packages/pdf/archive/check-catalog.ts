import { readReference, readReferences } from '../file/dictionary.ts';
import { readEntries } from '../file/syntax.ts';
import type { Check } from './check.ts';
import { checkLanguage } from './check-language.ts';
import type { PdfObject } from '../file/reader.ts';

/** Entries of the catalog that Chromium and this package write. */
const KNOWN = new Set(
  (
    'Type Pages Version Outlines StructTreeRoot MarkInfo Lang ViewerPreferences Metadata OutputIntents Names AF Dests PageMode ' +
    'PageLayout PageLabels'
  ).split(' '),
);

/** The rules that other entries break. */
const RULES: ReadonlyMap<string, string> = new Map([
  ['AcroForm', '6.4.1'],
  ['AA', '6.5.2'],
  ['OpenAction', '6.5.1'],
  ['OCProperties', '6.9'],
  ['Requirements', '6.11'],
  ['Perms', '6.1.12'],
]);

/** The largest id of an object (ISO 19005-2, 6.1.13). */
const MAX_OBJECTS = 8_388_607;

/** Sides of a page, in points (ISO 19005-2, 6.1.13). */
const SIDE = { min: 3, max: 14_400 };

const MEDIA_BOX = /\/MediaBox \[([-\d. ]+)\]/;

export async function checkCatalog(check: Check): Promise<void> {
  const { reader, level, problems } = check;
  const catalog = await reader.object(readReference(reader.trailer, 'Root'));
  const entries = readEntries(catalog.text);
  check.catalogId = catalog.id;
  for (const id of readReferences(entries.get('Dests') ?? '')) check.freeIds.add(id);
  for (const name of entries.keys())
    if (!KNOWN.has(name)) problems.add(RULES.get(name) ?? '6.1', 'the catalog', `has /${name}`);
  if (reader.offsets.length > MAX_OBJECTS) problems.add('6.1.13', 'the document', 'has too many objects');
  if (!level.startsWith('3') && (entries.get('Names') ?? '').includes('/EmbeddedFiles'))
    problems.add('6.8', 'the catalog', 'has attachments, which need "3b", "3u" or "3a"');
  if ((entries.get('Names') ?? '').includes('/JavaScript'))
    problems.add('6.5.1', 'the catalog', 'has scripts');
  if (check.isTagged) checkTags(entries, check);
}

export function checkPage({ problems }: Check, page: PdfObject, number: number): void {
  const [left = 0, bottom = 0, right = 0, top = 0] =
    MEDIA_BOX.exec(page.text)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
  const sides = [right - left, top - bottom];
  if (!sides.every((side) => side >= SIDE.min && side <= SIDE.max))
    problems.add('6.1.13', `page ${number}`, `has sides of ${sides.join(' and ')} points`);
}

function checkTags(entries: ReadonlyMap<string, string>, check: Check): void {
  const { problems } = check;
  if (!(entries.get('MarkInfo') ?? '').includes('/Marked true'))
    problems.add('6.7.2.2', 'the catalog', 'the document is not tagged');
  if (!entries.has('StructTreeRoot')) problems.add('6.7.3.3', 'the catalog', 'has no structure tree');
  const language = entries.get('Lang');
  if (language !== undefined) checkLanguage(check, 'the catalog', language);
}
