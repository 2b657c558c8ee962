import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/project.ts';
import type { BenchDocument } from './client.ts';
import { INVOICE, invoiceData } from './invoice.ts';
import { composeForBench, SMALL_INVOICE_DATA, SMALL_INVOICE_TEMPLATE } from './small-invoice.ts';
import { TYPST_INVOICE, TYPST_SMALL_INVOICE, TYPST_TABLE } from './typst.ts';

/** A document for the service, and the form of it that the reused tab prints. */
export interface Workload extends BenchDocument {
  readonly html: string;
  /** Chromium's own header and footer. */
  readonly bands?: ChromiumBands;
  /** The same document for Typst. */
  readonly typst?: string;
}

export interface ChromiumBands {
  readonly headerTemplate: string;
  readonly footerTemplate: string;
  readonly marginTopMm: number;
  readonly marginBottomMm: number;
}

const LOGO = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20" rx="4" fill="#0b5fff"/></svg>',
)}`;

const FONT = 'node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-latin-400-normal.woff2';

const BAND_MM = 20;

const header = `<img src="${LOGO}">`;
const footer = 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>';

/** 100 rows with a logo, a web font, a header and a footer. */
function report(): Workload {
  const font = readFileSync(inProject(FONT)).toString('base64');
  const rows = Array.from(
    { length: 100 },
    (_, at) => `<tr><td>${at + 1}<td>Item number ${at + 1}<td>${(at * 37) % 1_000}.00`,
  );
  const html = `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Report; src: url(data:font/woff2;base64,${font}) format("woff2") }
body { font: 9pt Report; margin: 0 } table { width: 100%; border-collapse: collapse } td { border-bottom: 1px solid #ccc }
</style><h1><img src="${LOGO}"> Report</h1><table>${rows.join('')}</table>`;
  const own = (content: string) =>
    `<div style="font-size: 10px; width: 100%; margin: 0 10mm">${content}</div>`;
  return {
    content: html,
    data: {},
    html,
    options: {
      format: 'A4',
      margin: { top: 0, right: 10, bottom: 0, left: 10 },
      header: { content: header, height: BAND_MM },
      footer: { content: footer, height: BAND_MM },
    },
    bands: {
      headerTemplate: own(header),
      footerTemplate: own(footer),
      marginTopMm: BAND_MM,
      marginBottomMm: BAND_MM,
    },
  };
}

function manyRows(count: number): Workload {
  const data = invoiceData(count);
  return { content: INVOICE, data, html: composeForBench(INVOICE, data), typst: TYPST_INVOICE };
}

const TABLE = `<!doctype html><meta charset="utf-8"><style>
body { font: 9pt sans-serif; margin: 0 } table { width: 100%; border-collapse: collapse } td { border-bottom: 1px solid #ccc }
</style><h1>Report</h1><table>{{#each rows}}<tr><td>{{number}}<td>Item number {{number}}<td>{{amount}}.00{{/each}}</table>`;

/** A table that is as long as a report can be. */
export function longTable(count: number): Workload {
  const data = {
    rows: Array.from({ length: count }, (_, at) => ({ number: at + 1, amount: (at * 37) % 1_000 })),
  };
  return { content: TABLE, data, html: composeForBench(TABLE, data), typst: TYPST_TABLE };
}

const SCRIPT = '<script>document.title = `Invoice ${document.querySelectorAll("tr").length}`</script>';
const SCRIPTED_INVOICE = SMALL_INVOICE_TEMPLATE + SCRIPT;

/** W1: an invoice of one page. SCRIPTED: the same with a script, so it takes no shortcut. W2: 100 rows with header and footer. W5: a template with 1,000 rows. */
export const WORKLOADS = {
  W1: {
    content: SMALL_INVOICE_TEMPLATE,
    data: SMALL_INVOICE_DATA,
    html: composeForBench(SMALL_INVOICE_TEMPLATE, SMALL_INVOICE_DATA),
    typst: TYPST_SMALL_INVOICE,
  },
  SCRIPTED: {
    content: SCRIPTED_INVOICE,
    data: SMALL_INVOICE_DATA,
    html: composeForBench(SCRIPTED_INVOICE, SMALL_INVOICE_DATA),
  },
  W2: report(),
  W5: manyRows(1_000),
} satisfies Readonly<Record<string, Workload>>;
