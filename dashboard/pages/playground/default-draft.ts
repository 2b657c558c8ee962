import { formatJson } from '../../json/json-value.ts';
import type { RequestDraft } from './request-draft.ts';

/** A short example with data, a helper and a loop. */
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

const MARKDOWN = `# Hello, {{name}}

| Item | Price |
| ---- | ----: |
{{#each items}}
| {{title}} | {{currency price "EUR"}} |
{{/each}}

- [x] Design
- [ ] Print, with **all** colours
`;

const DATA = {
  name: 'Ada',
  items: [
    { title: 'Business cards', price: 48 },
    { title: 'Letterhead', price: 129.5 },
  ],
};

const OPTIONS = { format: 'A5', margin: { top: 18, right: 18, bottom: 18, left: 18 }, report: true };

export const DEFAULT_DRAFT: RequestDraft = {
  source: 'html',
  html: HTML,
  markdown: MARKDOWN,
  url: '',
  accessText: '',
  isFilled: true,
  templateId: null,
  version: null,
  dataText: formatJson(DATA),
  optionsText: formatJson(OPTIONS),
  outputType: 'pdf',
  filename: '',
  idempotencyKey: '',
  responseType: 'json',
};

/** Returns a request that prints a template. The options come from the template. */
export const toTemplateDraft = (templateId: string, dataText: string): RequestDraft => ({
  ...DEFAULT_DRAFT,
  source: 'template',
  templateId,
  dataText,
  optionsText: '{}',
});

const NOTHING = { dataText: '{}', optionsText: '{}' } as const;

/**
 * Switches the source of a draft. Data and options that the user has changed are kept. Otherwise they are cleared for
 * a template or an address, and set to the example's for HTML and Markdown.
 */
export function changeSource(draft: RequestDraft, source: RequestDraft['source']): Partial<RequestDraft> {
  const [from, to] = hasExample(source) ? [NOTHING, DEFAULT_DRAFT] : [DEFAULT_DRAFT, NOTHING];
  return {
    source,
    ...(draft.dataText === from.dataText ? { dataText: to.dataText } : {}),
    ...(draft.optionsText === from.optionsText ? { optionsText: to.optionsText } : {}),
  };
}

const hasExample = (source: RequestDraft['source']): boolean => source === 'html' || source === 'markdown';
