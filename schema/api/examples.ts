import type { z } from 'zod';
import type { deletedFile, fileAnswer, filePage, KeptFile } from './files.ts';
import type { GenerateRequest, GenerateResponse } from './generate.ts';
import type { Job, jobAnswer, jobPage } from './jobs.ts';
import type {
  CreateTemplate,
  deletedTemplate,
  PreviewTemplate,
  TemplateSummary,
  templateAnswer,
  templatePage,
  templateVersionPage,
  UpdateTemplate,
} from './templates.ts';
import type { PutSampleSets, sampleSetsAnswer } from './sample-sets.ts';
import type { usageAnswer } from './usage.ts';

/**
 * The examples belong together: a workspace prints a receipt from raw HTML, saves an invoice as a template,
 * adds a second version and prints it.
 */

const ORIGIN = 'https://pdf.example.com';
export const EXAMPLE_FILE_ID = 'file_SNqwKIRTC7wVXtH5Y8gCuR';
export const EXAMPLE_ETAG = '"0f343b0931126a20f133d67c2b018a3b"';
export const EXAMPLE_TEMPLATE_ID = 'tpl_7vLq2ZcYw0aHn4RdXe9KsB';
export const EXAMPLE_JOB_ID = 'job_4hQm8XzVbT2nRkYc7WpLd1';
const EXAMPLE_KEY_ID = 'key_Vb3mQx8TfJ6yW1pLz5NcDk';
const RECEIPT_ID = 'file_0aXfR5mPqW8yBv2TzKcJ7n';

const RECEIPT_USAGE = { remaining: 2_489, quotaUsed: 11, quotaLimit: 2_500 };
const INVOICE_USAGE = { remaining: 2_488, quotaUsed: 12, quotaLimit: 2_500 };

const succeeded = <Data>(requestId: string, data: Data) => ({ success: true as const, requestId, data });

const INVOICE_DATA = {
  number: 'A-17',
  customer: 'Müller & Söhne GmbH',
  items: [
    { name: 'Poster, A2', quantity: 3, price: 24.5 },
    { name: 'Shipping', quantity: 1, price: 6.9 },
  ],
  total: 80.4,
};

const SAMPLE_SETS = [
  { name: 'Two items', data: INVOICE_DATA },
  { name: 'No items', data: { ...INVOICE_DATA, items: [], total: 0 } },
];

const FIRST_CONTENT = '<h1>Invoice {{number}}</h1><p>{{customer}}: {{currency total "EUR"}}</p>';
const SECOND_CONTENT =
  '<h1>Invoice {{number}}</h1><p>{{customer}}</p>' +
  '<ul>{{#each items}}<li>{{quantity}} × {{name}}: {{currency price "EUR"}}</li>{{/each}}</ul>' +
  '<p>Total: {{currency total "EUR"}}</p>';

const SETTINGS = {
  format: 'A4',
  margin: { top: 20, right: 15, bottom: 20, left: 15 },
  footer: {
    height: 12,
    content: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>',
  },
  outputName: 'invoice {{number}}',
  locale: 'de-DE',
  timeZone: 'Europe/Berlin',
} as const;

const DATA_SCHEMA = {
  type: 'object',
  required: ['number', 'total'],
  properties: { number: { type: 'string' }, total: { type: 'number' } },
};

const INVOICE = {
  fileId: EXAMPLE_FILE_ID,
  url: `${ORIGIN}/files/${EXAMPLE_FILE_ID}/J7Gzm6ZMrcztFiTNR5258d.pdf`,
  signedUrl: `${ORIGIN}/files/${EXAMPLE_FILE_ID}.pdf?expires=1795361071&signature=ea5o9ax0FL9BHzEIkAUvqZSp75NdhN7LguRq8ow2Uxo`,
  filename: 'invoice A-17.pdf',
  mediaType: 'application/pdf',
  size: 13_220,
  expiresAt: '2026-11-22T15:24:31.000Z',
  storageProvider: 's3',
  processingTimeMs: 187,
  generationMethod: 'template',
  templateUsed: { id: EXAMPLE_TEMPLATE_ID, name: 'invoice' },
  externalCopies: [
    {
      provider: 's3',
      name: 'archive',
      url: `https://s3.eu-central-1.amazonaws.com/acme-pdfs/2026/11/${EXAMPLE_FILE_ID}-invoice%20A-17.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=86400&X-Amz-Signature=5f3c0b1e9d6a47f2b8c35e0a914d7f6283bca05e1f9d4c7a6b2e80935d1c4f7a`,
      expiresAt: '2026-11-22T15:24:31.000Z',
    },
  ],
} as const;

const RECEIPT = {
  fileId: RECEIPT_ID,
  url: `${ORIGIN}/files/${RECEIPT_ID}/Wk8dTn3BvXq5LpZy0RcM2h.pdf`,
  signedUrl: `${ORIGIN}/files/${RECEIPT_ID}.pdf?expires=1795353600&signature=Hq3vZt6KxW0mBn8RcYd2LpJf5TgSa7VeUo1Xi4Mk9Nz`,
  filename: 'receipt.pdf',
  mediaType: 'application/pdf',
  size: 9_871,
  expiresAt: '2026-11-22T13:20:00.000Z',
  storageProvider: 's3',
  processingTimeMs: 142,
  generationMethod: 'html',
  templateUsed: null,
  externalCopies: [],
} as const;

const KEPT_INVOICE: KeptFile = {
  ...INVOICE,
  externalCopies: [...INVOICE.externalCopies],
  environment: 'live',
  createdAt: '2026-11-21T15:24:30.600Z',
  retainedUntil: '2026-12-21T15:24:30.600Z',
  copies: [
    {
      provider: 's3',
      name: 'archive',
      key: `2026/11/${EXAMPLE_FILE_ID}-invoice A-17.pdf`,
      state: 'stored',
      attempts: 1,
      lastError: null,
      updatedAt: '2026-11-21T15:24:30.912Z',
    },
  ],
};

const UPLOADED_TERMS: KeptFile = {
  ...KEPT_INVOICE,
  filename: 'terms.pdf',
  generationMethod: 'upload',
  templateUsed: null,
};

const KEPT_RECEIPT: KeptFile = {
  ...RECEIPT,
  externalCopies: [],
  environment: 'live',
  createdAt: '2026-11-21T13:19:59.480Z',
  retainedUntil: '2026-12-21T13:19:59.480Z',
  copies: [
    {
      provider: 's3',
      name: 'archive',
      key: `2026/11/${RECEIPT_ID}-receipt.pdf`,
      state: 'failed',
      attempts: 3,
      lastError: 'The bucket "acme-pdfs" answered 503: Please reduce your request rate.',
      updatedAt: '2026-11-21T13:20:03.118Z',
    },
  ],
};

const QUEUED_JOB: Job = {
  jobId: EXAMPLE_JOB_ID,
  state: 'queued',
  environment: 'live',
  createdAt: '2026-11-21T15:24:30.113Z',
  startedAt: null,
  finishedAt: null,
  expiresAt: null,
  attempts: 0,
  fileId: null,
  file: null,
  error: null,
};

const SUCCEEDED_JOB: Job = {
  ...QUEUED_JOB,
  state: 'succeeded',
  startedAt: '2026-11-21T15:24:30.402Z',
  finishedAt: '2026-11-21T15:24:30.631Z',
  expiresAt: '2026-12-21T15:24:30.600Z',
  attempts: 1,
  fileId: EXAMPLE_FILE_ID,
  file: { ...INVOICE, externalCopies: [...INVOICE.externalCopies] },
};

const FAILED_JOB: Job = {
  ...QUEUED_JOB,
  jobId: 'job_Zr6LwQ0xTn9KcVb3YpHf5M',
  state: 'failed',
  createdAt: '2026-11-21T13:20:10.051Z',
  startedAt: '2026-11-21T13:20:10.198Z',
  finishedAt: '2026-11-21T13:20:10.231Z',
  expiresAt: '2026-12-21T13:20:10.231Z',
  attempts: 1,
  error: {
    code: 'TEMPLATE_COMPILATION_ERROR',
    message: 'html, line 1, column 19: There is no helper "money". Do you mean "currency"?',
    details: ['<h1>Total</h1> <p>{{money total}}</p>', '                  ^'],
    requestId: 'req_Tq3NfWz8LxVc5YbRm0KpHd',
    timestamp: '2026-11-21T13:20:10.231Z',
  },
};

const CANCELED_JOB: Job = {
  ...QUEUED_JOB,
  state: 'canceled',
  finishedAt: '2026-11-21T15:24:31.020Z',
  expiresAt: '2026-12-21T15:24:31.020Z',
};

const SUMMARY: TemplateSummary = {
  id: EXAMPLE_TEMPLATE_ID,
  name: 'invoice',
  latestVersion: 1,
  publishedVersion: 1,
  createdAt: '2026-11-02T09:12:44.081Z',
  updatedAt: '2026-11-02T09:12:44.081Z',
};

const DRAFTED = { ...SUMMARY, latestVersion: 2, updatedAt: '2026-11-19T16:40:05.733Z' };
const PUBLISHED = { ...DRAFTED, publishedVersion: 2, updatedAt: '2026-11-20T08:03:51.209Z' };

const FIRST_VERSION = {
  version: 1,
  published: true,
  content: FIRST_CONTENT,
  contentBytes: FIRST_CONTENT.length,
  note: null,
  settings: SETTINGS,
  dataSchema: DATA_SCHEMA,
  translations: null,
  pins: [],
};

const SECOND_NOTE = 'Lists the items.';

const SECOND_VERSION = {
  ...FIRST_VERSION,
  version: 2,
  content: SECOND_CONTENT,
  contentBytes: new TextEncoder().encode(SECOND_CONTENT).length,
  note: SECOND_NOTE,
};

type TemplateAnswer = z.infer<typeof templateAnswer>;

export const REQUEST_EXAMPLES = {
  fromTemplate: {
    templateId: EXAMPLE_TEMPLATE_ID,
    templateData: INVOICE_DATA,
  } satisfies GenerateRequest,
  fromHtml: {
    htmlContent: '<h1>Receipt</h1><p>{{formatDate paidAt}}: {{currency amount "EUR"}}</p>',
    templateData: { paidAt: '2026-11-21', amount: 12.9 },
    filename: 'receipt',
    options: { format: 'A5', orientation: 'landscape', margin: { top: 10, left: 10 } },
  } satisfies GenerateRequest,
  fromMarkdown: {
    markdown: '# Offer {{number}}\n\n| Item | Price |\n| --- | ---: |\n| Poster | {{currency price "EUR"}} |',
    templateData: { number: 'A-17', price: 24.5 },
  } satisfies GenerateRequest,
  fromUrl: {
    url: 'https://example.com/reports/17',
    headers: { Authorization: 'Bearer s3cret' },
    options: { waitFor: { selector: '#chart svg' } },
  } satisfies GenerateRequest,
  createTemplate: {
    name: 'invoice',
    content: FIRST_CONTENT,
    settings: SETTINGS,
    dataSchema: DATA_SCHEMA,
  } satisfies CreateTemplate,
  updateTemplate: { content: SECOND_CONTENT, publish: false, note: SECOND_NOTE } satisfies UpdateTemplate,
  publishTemplate: { version: 2 },
  previewTemplate: { templateData: INVOICE_DATA } satisfies PreviewTemplate,
  putSampleSets: { sampleSets: SAMPLE_SETS } satisfies PutSampleSets,
};

export const ANSWER_EXAMPLES = {
  uploaded: succeeded('req_Tn5wKc1ZqR6TxWp0LbNf4D', UPLOADED_TERMS) satisfies z.infer<typeof fileAnswer>,
  fromTemplate: {
    ...succeeded('req_2TYhOGi8SCiOzB2pQ8pvHF', {
      ...INVOICE,
      externalCopies: [...INVOICE.externalCopies],
    }),
    usage: INVOICE_USAGE,
  } satisfies GenerateResponse,
  fromHtml: {
    ...succeeded('req_b8Wq4ZxNc1VtRk6YpLm0Hs', { ...RECEIPT, externalCopies: [] }),
    usage: RECEIPT_USAGE,
  } satisfies GenerateResponse,
  files: {
    ...succeeded('req_Lr5cPy9XvT2hKf7WmZ0qBd', [KEPT_INVOICE, KEPT_RECEIPT]),
    nextCursor: 'MTc5NTI2NzE5OTQ4MApmaWxlXzBhWGZSNW1QcVc4eUJ2MlR6S2NKN24',
  } satisfies z.infer<typeof filePage>,
  file: succeeded('req_6JxTd0WbQn8mRy3ZcVk5Lp', KEPT_INVOICE) satisfies z.infer<typeof fileAnswer>,
  deletedFile: succeeded('req_Zf1RmW7qYc4TxKp9Lv0BnH', {
    fileId: EXAMPLE_FILE_ID,
    deleted: true,
  }) satisfies z.infer<typeof deletedFile>,
  queuedJob: succeeded('req_Wm2ZxT7qLcVb9YkRp4NfHd', QUEUED_JOB) satisfies z.infer<typeof jobAnswer>,
  jobs: {
    ...succeeded('req_Bx8KvN1zQtWc6LmRy3PfTd', [SUCCEEDED_JOB, FAILED_JOB]),
    nextCursor: null,
  } satisfies z.infer<typeof jobPage>,
  job: succeeded('req_Yk5TbQ9wLzVc2NxRm7HfPd', SUCCEEDED_JOB) satisfies z.infer<typeof jobAnswer>,
  canceledJob: succeeded('req_Cf7RxW3kTzQv0LbYm9NpHd', CANCELED_JOB) satisfies z.infer<typeof jobAnswer>,
  templates: {
    ...succeeded('req_Hk9VbT3xQz6LmWc0RyPf8N', [PUBLISHED]),
    nextCursor: null,
  } satisfies z.infer<typeof templatePage>,
  createdTemplate: succeeded('req_wC4mZq8YtB1vKx7RpLd5Nf', {
    ...SUMMARY,
    ...FIRST_VERSION,
  }) satisfies TemplateAnswer,
  draftedTemplate: succeeded('req_T0xLb6WyPk3VcRq9ZmNf2H', {
    ...DRAFTED,
    ...SECOND_VERSION,
    published: false,
  }) satisfies TemplateAnswer,
  publishedTemplate: succeeded('req_yR7kQf2TxZ5vBm1WcLp8Nd', {
    ...PUBLISHED,
    ...SECOND_VERSION,
  }) satisfies TemplateAnswer,
  templateVersions: {
    ...succeeded('req_Jp4WcX8bTz1NkVq6RmLy3G', [
      {
        version: 2,
        contentBytes: SECOND_VERSION.contentBytes,
        createdAt: DRAFTED.updatedAt,
        publishedAt: PUBLISHED.updatedAt,
        note: SECOND_NOTE,
      },
      {
        version: 1,
        contentBytes: FIRST_VERSION.contentBytes,
        createdAt: SUMMARY.createdAt,
        publishedAt: SUMMARY.createdAt,
        note: null,
      },
    ]),
    nextCursor: null,
  } satisfies z.infer<typeof templateVersionPage>,
  sampleSets: succeeded('req_Qw8ZnT4xLb1VkYc6RmHp2D', { sampleSets: SAMPLE_SETS }) satisfies z.infer<
    typeof sampleSetsAnswer
  >,
  deletedTemplate: succeeded('req_Nd3WvZ9kRx5TqYc7LmBp1F', {
    id: EXAMPLE_TEMPLATE_ID,
    deleted: true,
  }) satisfies z.infer<typeof deletedTemplate>,
  usage: succeeded('req_Vm8yKc2ZqR6TxWp0LbNf4D', {
    ...INVOICE_USAGE,
    month: '2026-11',
    credits: 0,
    byDay: [
      { day: '2026-11-20', live: 10, test: 3 },
      { day: '2026-11-21', live: 2, test: 0 },
    ],
    byKey: [{ keyId: EXAMPLE_KEY_ID, live: 12, test: 3 }],
    byTemplate: [
      { templateId: EXAMPLE_TEMPLATE_ID, live: 11, test: 3 },
      { templateId: null, live: 1, test: 0 },
    ],
  }) satisfies z.infer<typeof usageAnswer>,
};
