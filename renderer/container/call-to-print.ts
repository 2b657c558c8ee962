import { NoPageInTime, PrintCancelled } from '@platen/print-engine';
import { cancelOnAbort } from '../cancel-on-abort.ts';
import { lateSignal } from '../late.ts';
import { callContainer, type ContainerFetch } from './host.ts';
import { JOB_ID } from './protocol.ts';
import { type ContainerPdf, readPdf } from './read-answer.ts';

interface PrintCall {
  readonly path: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
}

/** @param signal cancels the job @throws {RenderFailure | TemplateError | InvalidComposition} */
export async function callToPrint(
  instance: ContainerFetch,
  token: string,
  { path, body, deadline }: PrintCall,
  signal: AbortSignal | undefined,
): Promise<ContainerPdf> {
  const jobId = crypto.randomUUID();
  const late = lateSignal(deadline);
  const unconfirmed = new AbortController();
  const explain = (error: unknown) =>
    late.aborted ? new NoPageInTime('the container did not answer in time') : error;
  const print = async () => {
    const closed = AbortSignal.any([late, unconfirmed.signal]);
    const init = { method: 'POST', headers: { [JOB_ID]: jobId }, body, signal: closed };
    return readPdf(await callContainer(instance, token, path, init), explain);
  };
  const cancel = () => callContainer(instance, token, `/jobs/${jobId}`, { method: 'DELETE', signal: late });
  try {
    return await cancelOnAbort(print(), signal, cancel);
  } catch (error) {
    // The container also cancels a job whose request is closed.
    if (error instanceof PrintCancelled) unconfirmed.abort();
    throw explain(error);
  }
}
