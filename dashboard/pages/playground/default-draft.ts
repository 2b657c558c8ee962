import { writeJson } from '../../json/json-value.ts';
import type { RequestDraft } from './request-draft.ts';

/** Small enough to read at a glance, and uses what people ask for first: data, a helper, a loop, a footer. */
const HTML = `<!doctype html>
<style>
  body { font: 12pt/1.5 Georgia, serif; margin: 0; }
  h1 { font-size: 24pt; margin: 0 0 12mm; }
  td { padding: 2mm 0; border-bottom: 0.3mm solid #ccc; }
  td + td { text-align: right; }
</style>
<h1>Hello, {{name}}</h1>
<table width="100%">
  {{#each items}}
    <tr><td>{{title}}</td><td>{{currency price "EUR"}}</td></tr>
  {{/each}}
</table>
`;

const DATA = {
  name: 'Ada',
  items: [
    { title: 'Business cards', price: 48 },
    { title: 'Letterhead', price: 129.5 },
  ],
};

const OPTIONS = { format: 'A5', margin: { top: 18, right: 18, bottom: 18, left: 18 } };

/** What the playground opens with: a request that works. */
export const DEFAULT_DRAFT: RequestDraft = {
  source: 'html',
  html: HTML,
  templateId: null,
  version: null,
  dataText: writeJson(DATA),
  optionsText: writeJson(OPTIONS),
  filename: '',
  idempotencyKey: '',
  answer: 'json',
};

const NOTHING = { dataText: '{}', optionsText: '{}' } as const;

/**
 * The draft's change to another source. The example's data and options go with the example's HTML: a template
 * has its own. What somebody wrote stays.
 */
export function changeSource(draft: RequestDraft, source: RequestDraft['source']): Partial<RequestDraft> {
  const [left, taken] = source === 'template' ? [DEFAULT_DRAFT, NOTHING] : [NOTHING, DEFAULT_DRAFT];
  return {
    source,
    ...(draft.dataText === left.dataText ? { dataText: taken.dataText } : {}),
    ...(draft.optionsText === left.optionsText ? { optionsText: taken.optionsText } : {}),
  };
}
