import type { BandLayout, ElementWait, ReadinessCheck } from './messages.ts';
import { LAY_OUT_BANDS, READINESS } from './scripts.generated.ts';

/** `window.close()` cannot close a window with a history. The last document may have set `window.name`. */
export const PREPARE_PAGE_EXPRESSION = `${READINESS} window.name = ''; history.pushState(null, '')`;

export const toReadinessExpression = (check: ReadinessCheck): string => `ready(${JSON.stringify(check)})`;

export const toElementExpression = (wait: ElementWait): string => `waitForElement(${JSON.stringify(wait)})`;

export const toBandsExpression = (layout: BandLayout): string =>
  `${LAY_OUT_BANDS} layOutBands(${JSON.stringify(layout)})`;

/** Resolves after the tasks that the document has queued. */
export const NEXT_TASK_EXPRESSION = 'new Promise((resolve) => setTimeout(resolve))';

/** Standards mode. No script of a band runs. */
export const BANDS_DOCUMENT_URL = `data:text/html,${encodeURIComponent(
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="script-src 'none'">`,
)}`;

/** Uses text, tables and fonts, which a new process has to initialize. */
export const WARM_UP_DOCUMENT = `<!doctype html><style>table { border-collapse: collapse; width: 100% }</style>
<h1>Platen</h1><p style="font-family: serif">Platen</p><p style="font-family: sans-serif"><b>Platen</b> 0123</p>
<table><tr><td style="border: 1px solid">Platen<td>&euro; 1.00</table><pre>Platen</pre>`;

const WARM_UP_CHECK: ReadinessCheck = {
  pass: 'later',
  selectors: [],
  isSettled: true,
  hasShadowRoots: false,
  resourceBudgetMs: 1000,
  missingGlyphs: false,
  paperStyle: '',
};

/** Removes the paper's style sheet again, so that no script can see it. */
export const WARM_UP_EXPRESSION = `${toReadinessExpression(WARM_UP_CHECK)}.finally(() => { document.adoptedStyleSheets = [] })`;
