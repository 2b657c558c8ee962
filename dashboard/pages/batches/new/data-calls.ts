import type { BatchSettings } from '../../../../schema/api/batches.ts';
import { type BatchRowRequest, type BuiltRows, buildRows, decimalMarkOf } from './build-rows.ts';
import type { ColumnMapping } from './column-mapping.ts';
import type { DataTable, RowProblem } from './data-table.ts';
import { describeCell } from './describe-cell.ts';
import { readFile } from './read-file.ts';
import type { TemplateField } from './template-fields.ts';

/** The page knows this about a file. The rows stay in the worker. */
export interface TableSummary extends Pick<DataTable, 'columns' | 'unit' | 'sheets'> {
  /** The sheet that was read. It is null for other files. */
  readonly sheet: string | null;
  readonly records: number;
}

export interface RowsSummary {
  readonly count: number;
  /** For the previews. */
  readonly first: readonly BatchRowRequest[];
  readonly wrongRows: number;
  /** The first ones. */
  readonly problems: readonly RowProblem[];
  readonly moreProblems: number;
  /** The values of the first record, by the name of the field. A column of the row itself has the key `=` and its name. */
  readonly shown: ReadonlyMap<string, string>;
}

export interface PackedRows {
  /** One JSON object on each line: a body of this form may be larger than one of JSON. */
  readonly body: Blob;
  /** The line of each row. */
  readonly lines: readonly number[];
}

const PREVIEWED = 3;
const SHOWN_PROBLEMS = 20;

/** Reads one file, and makes the rows of a batch from it. It runs in a worker: 10,000 rows take seconds. */
export class DataCalls {
  #table: DataTable | null = null;

  /** @throws {UnreadableFileError} */
  async read(file: File, maxBytes: number, sheet?: string): Promise<TableSummary> {
    const table = await readFile(file, maxBytes, sheet);
    this.#table = table;
    const { columns, unit, sheets, records, problems } = table;
    const read = sheets.find((name) => name === sheet) ?? sheets[0] ?? null;
    return { columns, unit, sheets, sheet: read, records: records.length + problems.length };
  }

  build(fields: readonly TemplateField[], mapping: ColumnMapping): RowsSummary {
    const { rows, problems, wrongRows } = this.#build(fields, mapping);
    return {
      count: rows.length,
      first: rows.slice(0, PREVIEWED),
      wrongRows,
      problems: problems.slice(0, SHOWN_PROBLEMS),
      moreProblems: Math.max(0, problems.length - SHOWN_PROBLEMS),
      shown: this.#shown(fields, mapping),
    };
  }

  pack(settings: BatchSettings, fields: readonly TemplateField[], mapping: ColumnMapping): PackedRows {
    const { rows, lines } = this.#build(fields, mapping);
    return { body: new Blob([settings, ...rows].map((line) => `${JSON.stringify(line)}\n`)), lines };
  }

  #build(fields: readonly TemplateField[], mapping: ColumnMapping): BuiltRows {
    if (this.#table === null) throw new Error('No file was read');
    return buildRows(this.#table, fields, mapping);
  }

  #shown(fields: readonly TemplateField[], mapping: ColumnMapping) {
    const { sources, externalId, filename } = mapping;
    const values = this.#table?.records[0]?.values;
    const mark = this.#table && decimalMarkOf(this.#table, fields, mapping);
    const shown = new Map<string, string>();
    for (const { name, type } of fields) {
      const from = sources.get(name);
      if (from === undefined) continue;
      const cell = from.kind === 'fixed' ? from.text : values?.get(from.column);
      shown.set(name, describeCell(cell, type, from.kind === 'fixed' ? null : mark));
    }
    for (const column of [externalId, filename]) {
      if (column !== null) shown.set(`=${column}`, describeCell(values?.get(column), 'text', null));
    }
    return shown;
  }
}
