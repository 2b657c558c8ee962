/** A thread that composes documents of strangers' templates. The server ends it if it takes too long. */
import { parentPort } from 'node:worker_threads';
import { Meter } from '@platen/meter';
import { addInvoice } from '../../../../compose/compose.ts';
import { composeRequest, prepareRequest } from '../../../../compose/compose-request.ts';
import { BULK_MARKDOWN_CHARS } from '../../../../compose/markdown/load-markdown.ts';
import { bulkLimits } from '../../../../compose/template-limits.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { toRefusal } from '../../refusals.ts';
import type { ComposeAnswer, ComposeRequest } from './protocol.ts';

async function compose({ partials, ...input }: ComposeRequest): Promise<ComposeAnswer> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  try {
    const prepared = await prepareRequest(input, BULK_MARKDOWN_CHARS, async () => partials);
    const limits = bulkLimits(PLANS[input.plan].maxHtmlBytes);
    // The server counts the time.
    const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY });
    const planned = composeRequest(input, prepared, { limits, meter });
    const composition = await addInvoice(planned, prepared.invoiceMaker, meter);
    return { composed: { ...composition, durationMs: elapsedMs() } };
  } catch (error) {
    const refusal = toRefusal(error);
    return { refused: 'composeMs' in refusal ? { ...refusal, composeMs: elapsedMs() } : refusal };
  }
}

parentPort?.on('message', (request: ComposeRequest) => {
  void compose(request).then((answer) => parentPort?.postMessage(answer, []));
});
