import { type Report, renderReport } from '../../schema/api/report.ts';
import type { BaseCtx } from '../ctx.ts';
import { reportKey } from '../storage/keys.ts';

type Stores = Pick<BaseCtx, 'services'>;

/** For a job, whose answer comes later. It ends with the file. The lists and texts of a report have a maximum length. */
export async function keepReport({ services }: Stores, fileId: string, report: Report): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(report));
  await services.fileStore.put(reportKey(fileId), bytes, bytes.byteLength, {
    contentType: 'application/json',
  });
}

/** Null if the file has none, or was deleted. */
export async function readReport({ services }: Stores, fileId: string): Promise<Report | null> {
  const stored = await services.fileStore.get(reportKey(fileId));
  return stored && renderReport.parse(await new Response(stored.body).json());
}
