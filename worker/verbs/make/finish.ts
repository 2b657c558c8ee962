import { PdfReader } from '@platen/pdf';
import type { FinishRequest } from '../../../schema/api/assemble.ts';
import { assembledPdf, type AssemblyRun } from './assemble/assembly-run.ts';
import type { Output } from './production.ts';
import { composeFinish, finishSource } from './assemble/finishing.ts';
import { markFor } from './assemble/mark.ts';
import { FILE_ID, findSources, openSource, toReadableError } from './assemble/sources.ts';

/** @throws {ApiError | RenderFailure} */
export async function makeFinish(run: AssemblyRun, body: FinishRequest): Promise<readonly Output[]> {
  const [file] = await findSources(run.ctx, [{ fileId: body.fileId, field: FILE_ID }]);
  if (file === undefined) throw new Error('The file is neither found nor missing');
  const plan = await composeFinish(run, { ...body, defaultName: file.filename.replace(/\.pdf$/, '') });
  const source = await openSource(run.ctx, file);
  try {
    if (run.report !== null)
      run.report.pageCount = (await (await PdfReader.open(source, run.ctx.meter)).pages()).length;
    const finished = await finishSource(run, source, plan, markFor(run, file));
    return [assembledPdf(run, { ...plan, pages: null, open: () => finished })];
  } catch (error) {
    throw toReadableError(error, FILE_ID);
  }
}
