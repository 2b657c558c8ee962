import type { Batch, BatchSettings } from '../../../../schema/api/batches.ts';
import type { Environment } from '../../../../schema/permissions.ts';
import { consoleApi, readData } from '../../../api/console-client.ts';
import { RequestError } from '../../../api/request-error.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { type DataTable, describeProblem } from './data-table.ts';
import type { OpenedTable } from './data-file.ts';
import type { TemplateField } from './template-fields.ts';

export interface BatchStart {
  readonly workspaceId: string;
  readonly environment: Environment;
  readonly settings: BatchSettings;
  readonly opened: OpenedTable;
  readonly fields: readonly TemplateField[];
  readonly mapping: ColumnMapping;
  readonly maxBytes: number;
  /** The same for a repetition, so that a lost answer starts no second batch. */
  readonly idempotencyKey: string;
}

/** @throws {RequestError} */
export async function startBatch(start: BatchStart): Promise<Batch> {
  const { workspaceId: ws, environment, settings, opened, fields, mapping, idempotencyKey } = start;
  const { body, lines } = await opened.file.pack(settings, fields, mapping);
  requireSize(body, start.maxBytes);
  try {
    return await readData(
      consoleApi.POST('/console/workspaces/{ws}/batches', {
        params: { path: { ws }, query: { environment } },
        headers: { 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': idempotencyKey },
        // The description of the route has no body, because the route reads it row by row.
        fetch: (request) => fetch(new Request(request, { method: 'POST', body })),
      }),
    );
  } catch (error) {
    throw error instanceof RequestError
      ? locate(error, { lines, mapping, unit: opened.summary.unit })
      : error;
  }
}

function requireSize({ size }: Blob, maxBytes: number): void {
  if (size <= maxBytes) return;
  const message = `The rows are larger than ${maxBytes / 1_000_000} MB, the limit of the plan. Make two batches.`;
  throw new RequestError({ status: 0, code: 'VALIDATION_ERROR', message });
}

interface Places {
  /** The line of each row. */
  readonly lines: readonly number[];
  readonly mapping: ColumnMapping;
  readonly unit: DataTable['unit'];
}

/** The service names a row by its index and a value by its path. The user knows lines and columns. */
export function locate(error: RequestError, { lines, mapping, unit }: Places): RequestError {
  const details = error.details.map((detail) => {
    const [, index, path = '', message = ''] = /^rows\[(\d+)\]\.?([^:]*): (.*)$/s.exec(detail) ?? [];
    const line = index === undefined ? undefined : lines[Number(index)];
    if (line === undefined) return detail;
    const field = path.replace(/^templateData\./, '');
    const source = mapping.sources.get(field.replaceAll(/\[\d+\]/g, '[]'));
    const column = source?.kind === 'column' ? source.column : null;
    return describeProblem({ line, column, field: field === '' ? null : field, message }, unit);
  });
  const { status, code, message, requestId, retryAfterSeconds } = error;
  return new RequestError({ status, code, message, details, requestId, retryAfterSeconds });
}
