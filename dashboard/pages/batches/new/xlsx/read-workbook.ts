import { UnreadableFileError } from '../data-table.ts';
import { parseXml } from './parse-xml.ts';
import type { ReadPart } from './unzip-workbook.ts';

interface Workbook {
  /** The visible sheets, in their order. */
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  /** Dates count from 1904. Otherwise they count from 1900. */
  readonly is1904: boolean;
  /** The paths of the parts that all sheets share. */
  readonly strings: string;
  readonly styles: string;
}

/** @throws {UnreadableFileError} */
export function readWorkbook(read: ReadPart): Workbook {
  const path = mainPath(read('_rels/.rels'));
  const xml = read(path);
  if (xml === null) throw new UnreadableFileError('The file is not an XLSX workbook.');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = readRelations(read(`${folder}_rels/${path.slice(folder.length)}.rels`), folder);
  const sheets: { name: string; path: string }[] = [];
  let is1904 = false;
  parseXml(xml, {
    open(tag, attributes, decode) {
      const { name = '', state = 'visible', date1904 } = attributes;
      if (tag === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
      if (tag !== 'sheet' || state !== 'visible') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const found = relations.find((relation) => relation.id === id);
      if (found?.type === 'worksheet') sheets.push({ name: decode(name), path: found.path });
    },
  });
  const pathOf = (type: string) => relations.find((relation) => relation.type === type)?.path ?? '';
  return { sheets, is1904, strings: pathOf('sharedStrings'), styles: pathOf('styles') };
}

const mainPath = (xml: string | null): string =>
  readRelations(xml, '').find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';

interface Relation {
  readonly id: string;
  /** The last part of the address of the type. Two vocabularies use the same last parts. */
  readonly type: string;
  readonly path: string;
}

function readRelations(xml: string | null, folder: string): readonly Relation[] {
  const relations: Relation[] = [];
  parseXml(xml ?? '<Relationships/>', {
    open(name, { Id: id = '', Type: type = '', Target: raw = '' }, decode) {
      if (name !== 'Relationship') return;
      const target = decode(raw);
      const path = target.startsWith('/') ? target.slice(1) : folder + target;
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path });
    },
  });
  return relations;
}
