import { compose } from '../../compose/compose.ts';
import { INVOICE, invoiceData } from './invoice.ts';
import { unlimited } from '../../test/support/unlimited.ts';

const data = invoiceData(1_000);

/** `?times=N` composes the invoice N times. `?times=0` measures the rest of a request. */
export default {
  fetch(request: Request): Response {
    const times = Number(new URL(request.url).searchParams.get('times'));
    let chars = 0;
    for (let i = 0; i < times; i++) {
      chars += compose({
        meter: unlimited(),
        content: INVOICE,
        template: null,
        data,
        options: {},
        filename: null,
        maxHtmlBytes: 2_000_000,
        watermark: null,
        now: 0,
      }).job.html.length;
    }
    return new Response(String(chars));
  },
};
