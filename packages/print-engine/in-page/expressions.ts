import type {
  BandLayout,
  BandsToPrepare,
  ElementWait,
  PictureEnd,
  PictureStart,
  ReadinessCheck,
} from './messages.ts';
import {
  ANSWER_DIALOGS,
  DRAW_PICTURE,
  LAY_OUT_BANDS,
  READINESS,
  REPORT_ERRORS,
  REPORT_REQUESTS,
} from './scripts.generated.ts';

export const PREPARE_PAGE_EXPRESSION = `${READINESS} prepare()`;

/** Its result is whether the document is the one that the server sent for `url`. */
export const toAdoptExpression = (url: string): string => `${READINESS} adopt(${JSON.stringify(url)})`;

/** Rejected when another document replaces this one. */
export const DEPARTURE_EXPRESSION = 'departure';

/** In the document's own world. */
export const ANSWER_DIALOGS_EXPRESSION = `${ANSWER_DIALOGS} 0`;

/** In the document's own world. */
export const REPORT_ERRORS_EXPRESSION = `${REPORT_ERRORS} 0`;

/** In the document's own world. */
export const REPORT_REQUESTS_EXPRESSION = `${REPORT_REQUESTS} 0`;

export const toQuietExpression = (ms: number): string => `waitForQuiet(${ms})`;

/**
 * In the document's own world: whether it holds, or the beginning of its error. The document may have changed every
 * function, so nothing but syntax keeps the result short.
 */
export const toConditionExpression = (expression: string): string => `(async () => {
  try { return !!(await (0, eval)(${JSON.stringify(expression)})) } catch (error) {
    try {
      const text = \`\${error}\`; let start = '';
      for (let i = 0; i < 300 && i < text.length; i += 1) start += text[i];
      return start;
    } catch { return '' }
  }
})()`;

/** `document.open()` removes the observer too. */
export const WRITE_CHUNKS_EXPRESSION =
  "{ document.open(); watch(); document.write(chunks.join('')); document.close(); delete globalThis.chunks }";

export const toJudgeSheetsExpression = (isReported: boolean): string => `judgeSheets(${isReported})`;

export const HIDE_EXPRESSION = 'hideFromScreen()';

export const EXPECT_UNSEEN_EXPRESSION = `${HIDE_EXPRESSION}; expectDocument()`;

export const toReadinessExpression = (check: ReadinessCheck): string => `ready(${JSON.stringify(check)})`;

export const toElementExpression = (wait: ElementWait): string => `waitForElement(${JSON.stringify(wait)})`;

export const toPaperExpression = (style: string): string => `setPaper(${JSON.stringify(style)})`;

export const MEASURE_EXPRESSION = 'measureContent()';

export const NOTE_MIN_HEIGHTS_EXPRESSION = 'noteMinHeights()';

export const FREE_MIN_HEIGHTS_EXPRESSION = 'freeMinHeights()';

export const toElementBoxExpression = (selector: string): string =>
  `measureElement(${JSON.stringify(selector)})`;

export const PAGE_MARGINS_EXPRESSION = 'readPageMargins()';

export const toBeginPictureExpression = (start: PictureStart): string =>
  `${DRAW_PICTURE} beginPicture(${JSON.stringify(start)})`;

/** @param png in Base64 */
export const toAddStripExpression = (png: string, top: number): string => `addStrip('${png}', ${top})`;

/** Its result is a Blob. */
export const toEndPictureExpression = (end: PictureEnd): string => `endPicture(${JSON.stringify(end)})`;

/** Returns at once. `layOutBands` waits for the end. */
export const toPrepareBandsExpression = (bands: BandsToPrepare): string =>
  `${LAY_OUT_BANDS} prepareBands(${JSON.stringify(bands)})`;

export const toBandsExpression = ({ sizes, sheets, texts }: BandLayout): string =>
  `layOutBands(${JSON.stringify({ sizes, sheets, texts })})`;

/** Standards mode. No script of a band runs. */
export const BANDS_DOCUMENT = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="script-src 'none'">`;

export const BANDS_DOCUMENT_URL = `data:text/html,${encodeURIComponent(BANDS_DOCUMENT)}`;

/** Uses text, tables and fonts, which a new process has to initialize. */
export const WARM_UP_DOCUMENT = `<!doctype html><style>table { border-collapse: collapse; width: 100% }</style>
<h1>Platen</h1><p style="font-family: serif">Platen</p><p style="font-family: sans-serif"><b>Platen</b> 0123</p>
<table><tr><td style="border: 1px solid">Platen<td>&euro; 1.00</table><pre>Platen</pre>`;

const WARM_UP_CHECK: ReadinessCheck = {
  selectors: [],
  isSettled: true,
  isStatic: false,
  isUnseen: false,
  hasShadowRoots: false,
  resourceBudgetMs: 1000,
  findsHeadings: false,
  findsPaged: false,
  findsUnloaded: false,
  findsClipped: false,
  findsWide: null,
  findsNoEffect: null,
  labelsGraphics: false,
  leastPageMm: 0,
  paperStyle: '',
};

/** Removes the paper's style sheet again, so that no script can see it. */
export const WARM_UP_EXPRESSION = `${toReadinessExpression(WARM_UP_CHECK)}.finally(() => { document.adoptedStyleSheets = []; expectDocument() })`;
