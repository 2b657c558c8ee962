/** A thread that composes documents of strangers' templates. The server ends it if it takes too long. */
import { parentPort } from 'node:worker_threads';
import { composeRequest } from '../../../../compose/compose-request.ts';
import { loadInvoiceMaker } from '../../../../compose/e-invoice/load-e-invoice.ts';
import { BULK_MARKDOWN_CHARS, loadMarkdown } from '../../../../compose/markdown/load-markdown.ts';
import { bulkLimits } from '../../../../compose/template-limits.ts';
import { loadTranslator } from '../../../../compose/translations/load-translator.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { toRefusal } from '../../refusals.ts';
import type { ComposeAnswer, ComposeRequest } from './protocol.ts';

async function compose(request: ComposeRequest): Promise<ComposeAnswer> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  try {
    const markdown = await loadMarkdown(request.body, BULK_MARKDOWN_CHARS);
    const invoiceMaker = await loadInvoiceMaker(request.body.options, request.template?.settings);
    const translator = await loadTranslator(request.template?.translations);
    const limits = bulkLimits(PLANS[request.plan].maxHtmlBytes);
    const composition = composeRequest({ ...request, markdown, invoiceMaker, translator, limits });
    return { composed: { ...composition, durationMs: elapsedMs() } };
  } catch (error) {
    const refusal = toRefusal(error);
    return { refused: 'composeMs' in refusal ? { ...refusal, composeMs: elapsedMs() } : refusal };
  }
}

parentPort?.on('message', (request: ComposeRequest) => {
  void compose(request).then((answer) => parentPort?.postMessage(answer, []));
});
