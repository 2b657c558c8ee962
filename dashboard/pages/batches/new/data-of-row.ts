import type { FieldSource } from './column-mapping.ts';
import { convertCell } from './convert-cell.ts';
import type { DataRecord, DataTable, RowProblem } from './data-table.ts';
import type { DecimalMark } from './read-number.ts';
import { setPath } from './set-path.ts';
import type { TemplateField } from './template-fields.ts';

/** A field that has a source. */
export interface Source extends TemplateField {
  readonly from: FieldSource;
  readonly mark: DecimalMark;
}

interface FoundValue {
  /** Undefined if the cell is empty or wrong. */
  readonly value: unknown;
  readonly isWrong: boolean;
}

/** Makes the template data of one PDF from the records that have its external ID. */
export class DataOfRow {
  readonly #shared: readonly Source[];
  /** By the name of the list. */
  readonly #lists: ReadonlyMap<string, readonly Source[]>;
  readonly #unit: string;

  constructor(sources: readonly Source[], unit: DataTable['unit']) {
    this.#shared = sources.filter(({ list }) => list === null);
    const ofLists = sources.filter(({ list }) => list !== null);
    this.#lists = Map.groupBy(ofLists, ({ list }) => list ?? '');
    this.#unit = unit.toLowerCase();
  }

  /** @param problems the problems of the records are added to it */
  of(records: readonly DataRecord[], problems: RowProblem[]): Record<string, unknown> {
    const data: Record<string, unknown> = {};
    for (const source of this.#shared) {
      const value = this.#sharedValue(records, source, problems);
      if (value !== undefined) setPath(data, source.name.split('.'), value);
    }
    for (const [list, sources] of this.#lists) {
      // Fixed values alone add no entry for each record.
      const used = sources.every(({ from }) => from.kind === 'fixed') ? records.slice(0, 1) : records;
      const entries = used.flatMap((record) => entriesOf(record, list, sources, problems));
      setPath(data, list.split('.'), entries);
    }
    return data;
  }

  /** The value that the records share. Some of them may leave it empty. */
  #sharedValue(records: readonly DataRecord[], source: Source, problems: RowProblem[]): unknown {
    let known: { readonly line: number; readonly value: unknown } | null = null;
    let hasProblem = false;
    for (const record of records) {
      const { value, isWrong } = valueIn(record, source, problems);
      hasProblem ||= isWrong;
      if (value === undefined || (value === '' && records.length > 1)) continue;
      if (known === null) known = { line: record.line, value };
      else if (JSON.stringify(value) !== JSON.stringify(known.value)) {
        const message = `differs from ${this.#unit} ${known.line}, which has the same external ID`;
        problems.push(problemOf(record, source, message));
      }
    }
    const [first] = records;
    if (known === null && source.required && first && !hasProblem) {
      problems.push(problemOf(first, source, 'is empty'));
    }
    return known?.value;
  }
}

/** Returns the entries that a record adds to a list. A record that has only fixed values for an object adds none. */
function entriesOf(
  record: DataRecord,
  list: string,
  sources: readonly Source[],
  problems: RowProblem[],
): unknown[] {
  const found = sources.map((source) => ({ source, ...valueIn(record, source, problems) }));
  const [only] = found;
  if (only?.source.name === `${list}[]`) return toEntries(only.value);
  const given = found.filter(({ value }) => value !== undefined && value !== '');
  if (given.every(({ source }) => source.from.kind === 'fixed')) return [];
  const entry: Record<string, unknown> = {};
  for (const { source, value, isWrong } of found) {
    if (value !== undefined) setPath(entry, source.name.slice(`${list}[].`.length).split('.'), value);
    else if (source.required && !isWrong) problems.push(problemOf(record, source, 'is empty'));
  }
  return [entry];
}

/** A cell can have several entries, as a JSON array. */
function toEntries(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === '' ? [] : [value];
}

/** A fixed value that is wrong is shown at its field, not at each row. */
function valueIn(record: DataRecord, source: Source, problems: RowProblem[]): FoundValue {
  const { from, name } = source;
  const cell = from.kind === 'fixed' ? from.text : record.values.get(from.column);
  const { value, problem } = convertCell(
    cell,
    isListOfValues(name, cell) ? 'json' : source.type,
    source.mark,
  );
  if (problem !== null && from.kind === 'column') problems.push(problemOf(record, source, problem));
  return { value, isWrong: problem !== null };
}

const isListOfValues = (name: string, cell: unknown): boolean =>
  name.endsWith('[]') && typeof cell === 'string' && cell.trimStart().startsWith('[');

const problemOf = ({ line }: DataRecord, { name, from }: Source, message: string): RowProblem => ({
  line,
  column: from.kind === 'column' ? from.column : null,
  field: name,
  message,
});
