import type { CreateBatch } from '../../../../schema/api/batches.ts';
import { MAX_EXTERNAL_ID_CHARACTERS } from '../../../../schema/batches.ts';
import { chosenFields, type ColumnMapping } from './column-mapping.ts';
import type { DataRecord, DataTable, RowProblem } from './data-table.ts';
import { DataOfRow, type Source } from './data-of-row.ts';
import { type DecimalMark, findDecimalMark } from './read-number.ts';
import type { TemplateField } from './template-fields.ts';

export type BatchRowRequest = CreateBatch['rows'][number];

export interface BuiltRows {
  readonly rows: readonly BatchRowRequest[];
  /** For each row, the line of its first record. */
  readonly lines: readonly number[];
  /** In the order of the file. Their rows are left out. */
  readonly problems: readonly RowProblem[];
  /** Rows that have a problem. */
  readonly wrongRows: number;
}

/** Records that have the same external ID. Without lists, there is one. */
interface Group {
  readonly externalId: string;
  readonly first: DataRecord;
  readonly records: readonly DataRecord[];
}

/** The rows of the batch, and the problems of those that cannot be printed. */
export function buildRows(
  table: DataTable,
  fields: readonly TemplateField[],
  mapping: ColumnMapping,
): BuiltRows {
  const mark = decimalMarkOf(table, fields, mapping);
  const sources = chosenFields(fields, mapping).flatMap((field): Source[] => {
    const from = mapping.sources.get(field.name);
    return from === undefined ? [] : [{ ...field, from, mark: from.kind === 'fixed' ? null : mark }];
  });
  const data = new DataOfRow(sources, table.unit);
  const rows: BatchRowRequest[] = [];
  const lines: number[] = [];
  const problems = [...table.problems];
  let wrongRows = table.problems.length;
  const idProblem = idCheck(table.unit, mapping.externalId);
  for (const { externalId, first, records } of groupsOf(table, sources, mapping)) {
    const found: RowProblem[] = idProblem(externalId, first.line);
    const templateData = data.of(records, found);
    if (found.length > 0) {
      problems.push(...found);
      wrongRows += 1;
      continue;
    }
    rows.push({ externalId, templateData, ...filenameOf(records, mapping.filename) });
    lines.push(first.line);
  }
  return { rows, lines, problems: problems.toSorted((a, b) => a.line - b.line), wrongRows };
}

/** The numbers of a file are written in one way. */
export function decimalMarkOf(
  { records }: DataTable,
  fields: readonly TemplateField[],
  { sources }: ColumnMapping,
): DecimalMark {
  const columns = fields.flatMap(({ name, type }) => {
    const from = sources.get(name);
    return type === 'number' && from?.kind === 'column' ? [from.column] : [];
  });
  const cells = records.flatMap(({ values }) => columns.map((column) => values.get(column)));
  return findDecimalMark(cells.filter((cell) => typeof cell === 'string'));
}

/** Only lists need several records. Otherwise a second record with the same external ID is a problem. */
function groupsOf(
  { records }: DataTable,
  sources: readonly Source[],
  { externalId: column }: ColumnMapping,
): readonly Group[] {
  const alone = (first: DataRecord): Group => ({ externalId: idOf(first, column), first, records: [first] });
  const hasEntries = sources.some(({ list, from }) => list !== null && from.kind === 'column');
  if (column === null || !hasEntries) return records.map(alone);
  const byId = Map.groupBy(records, (record) => idOf(record, column));
  return [...byId].flatMap(([externalId, same]) => {
    const [first] = same;
    return externalId === '' || first === undefined
      ? same.map(alone)
      : [{ externalId, first, records: same }];
  });
}

const idOf = ({ line, values }: DataRecord, column: string | null): string =>
  column === null ? String(line) : textOf(values.get(column));

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

function filenameOf(records: readonly DataRecord[], column: string | null): { readonly filename?: string } {
  if (column === null) return {};
  const filename = records.map(({ values }) => textOf(values.get(column))).find((name) => name !== '');
  return filename === undefined ? {} : { filename };
}

/** Returns a check that finds an external ID that is missing, too long or already used. */
function idCheck(unit: DataTable['unit'], column: string | null) {
  const seen = new Map<string, number>();
  return (externalId: string, line: number): RowProblem[] => {
    const wrong = (message: string) => [{ line, column, field: 'External ID', message }];
    if (externalId === '') return wrong('is empty');
    if (externalId.length > MAX_EXTERNAL_ID_CHARACTERS) {
      return wrong(`has more than ${MAX_EXTERNAL_ID_CHARACTERS} characters`);
    }
    const earlier = seen.get(externalId);
    if (earlier !== undefined) return wrong(`“${externalId}” is also in ${unit.toLowerCase()} ${earlier}`);
    seen.set(externalId, line);
    return [];
  };
}
