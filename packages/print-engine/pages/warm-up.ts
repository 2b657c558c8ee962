import { WARM_UP_DOCUMENT, WARM_UP_EXPRESSION } from '../in-page/expressions.ts';
import { PLAIN_PRINT } from '../print/print-parameters.ts';
import { HOUSEKEEPING_MS } from './page-session.ts';
import type { PrintPage } from './print-page.ts';

/** The first print of a process takes three times as long. Leaves nothing that a script could see. */
export async function warmUp(page: PrintPage): Promise<void> {
  const print = async () => {
    const { stream } = await page.send('Page.printToPDF', PLAIN_PRINT, HOUSEKEEPING_MS);
    if (stream !== undefined) await page.send('IO.close', { handle: stream }, HOUSEKEEPING_MS);
  };
  const document = { frameId: page.targetId, html: WARM_UP_DOCUMENT };
  await Promise.all([
    page.send('Page.setDocumentContent', document, HOUSEKEEPING_MS),
    page.evaluate(WARM_UP_EXPRESSION, HOUSEKEEPING_MS),
    print(),
  ]);
}
