import { DEFAULT_SAMPLE_NAME } from '../../../schema/api/sample-sets.ts';
import type { Starter } from '../../starters/load-starter.ts';

export const BLANK_TEMPLATE: Starter = {
  content: `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>{{title}}</title>
  <style>
    body { font: 11pt/1.5 'Noto Sans', 'Open Sans', 'Liberation Sans', Arial, sans-serif; margin: 0; }
  </style>
</head>
<body>
  <h1>{{title}}</h1>
</body>
</html>
`,
  settings: { format: 'A4', margin: { top: 20, right: 20, bottom: 20, left: 20 } },
  dataSchema: null,
  sampleSets: [{ name: DEFAULT_SAMPLE_NAME, data: { title: 'Hello' } }],
  translations: null,
  assets: [],
};
