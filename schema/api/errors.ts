/** Every code has a heading in docs/errors.md. Source: contract 3.2. */
export interface ErrorDefinition {
  readonly status: number;
  /** `{name}` is a placeholder. */
  readonly message: string;
  /** Markdown, for the API description. */
  readonly when: string;
  /** Values of the placeholders. */
  readonly example?: Readonly<Record<string, string>>;
  readonly exampleDetails?: readonly string[];
}

export const ERRORS = {
  VALIDATION_ERROR: {
    status: 400,
    message: 'The request is not valid.',
    when: 'The request is not valid. `details` has one entry for each problem and names its field.',
    exampleDetails: ['options.margin.top: must be 0 or more'],
  },
  TEMPLATE_COMPILATION_ERROR: {
    status: 400,
    message: '{problem}',
    when: 'The Handlebars does not compile, or it fails with this data: a block is not closed, a helper or partial does not exist, a currency or locale is wrong, a value is not a number or not a date. `details` shows the place.',
    example: { problem: 'html, line 1, column 19: There is no helper "money". Do you mean "currency"?' },
    exampleDetails: ['<h1>Total</h1> <p>{{money total}}</p>', '                  ^'],
  },
  INVALID_API_KEY: {
    status: 401,
    message: 'The API key does not exist or is incorrect.',
    when: 'The request has no API key, or the key does not exist.',
  },
  API_KEY_EXPIRED: {
    status: 401,
    message: 'The API key has expired.',
    when: 'The expiration date of the key has passed.',
  },
  API_KEY_REVOKED: {
    status: 401,
    message: 'The API key was revoked.',
    when: 'The key was revoked.',
  },
  INVALID_OPERATOR_TOKEN: {
    status: 401,
    message: 'The operator token is missing or incorrect.',
    when: 'A request to `/operator` has no operator token, or a wrong one.',
  },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    message: 'The API key does not have the permission {permission}.',
    when: 'The key does not have the permission that the operation needs. The message names it.',
    example: { permission: 'pdf.read' },
  },
  SIGNATURE_INVALID: {
    status: 403,
    message: 'The signature is not valid or has expired.',
    when: 'The signed URL of a file was changed, or it has expired.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'Nothing exists at this path.',
    when: 'The path does not exist.',
  },
  TEMPLATE_NOT_FOUND: {
    status: 404,
    message: 'The template does not exist or is not accessible.',
    when: 'The workspace has no template with this id, the template has no such version, or the version is not published. `details` has the reason.',
  },
  WORKSPACE_NOT_FOUND: {
    status: 404,
    message: 'The workspace does not exist.',
    when: 'The workspace of the key was deleted, before the request or while it ran.',
  },
  FILE_NOT_FOUND: {
    status: 404,
    message: 'The file does not exist, or its retention has ended.',
    when: 'The workspace has no file with this id, the file was deleted, or its retention has ended.',
  },
  JOB_NOT_FOUND: {
    status: 404,
    message: 'The job does not exist, or its retention has ended.',
    when: 'The workspace has no job with this id, or its retention has ended.',
  },
  BATCH_NOT_FOUND: {
    status: 404,
    message: 'The batch does not exist, or its retention has ended.',
    when: 'The workspace has no batch with this id, or its retention has ended.',
  },
  KEY_NOT_FOUND: {
    status: 404,
    message: 'The key does not exist.',
    when: 'The workspace has no key with this id.',
  },
  TARGET_NOT_FOUND: {
    status: 404,
    message: 'The storage target does not exist.',
    when: 'The workspace has no storage target with this id.',
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    message: 'The webhook does not exist.',
    when: 'The workspace has no webhook with this id.',
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    message: 'The delivery does not exist, or it is no longer kept.',
    when: 'The webhook has no delivery with this id, or the delivery ended more than seven days ago.',
  },
  ASSET_NOT_FOUND: {
    status: 404,
    message: 'The asset does not exist.',
    when: 'The workspace has no asset with this name, or the asset has no such version. `details` lists the names that a document uses.',
    exampleDetails: ['platen-asset://logo.svg: the workspace has no asset with this name'],
  },
  PARTIAL_NOT_FOUND: {
    status: 404,
    message: 'The partial does not exist.',
    when: 'The workspace has no partial with this name, or the partial has no such version.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: '{method} is not allowed at this path.',
    when: 'The path exists but does not support the method. `Allow` lists the methods that it supports.',
    example: { method: 'PATCH' },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: "The generation exceeded the plan's timeout.",
    when: "The request took longer than the plan's timeout. The time starts when the request arrives, and includes the upload of the body.",
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message: 'The Idempotency-Key was used with another body in the last 24 hours.',
    when: 'The same `Idempotency-Key` was sent with another body in the last 24 hours.',
  },
  JOB_FINISHED: {
    status: 409,
    message: 'The job has ended: its state is {state}.',
    when: 'A job that succeeded or failed cannot be canceled.',
    example: { state: 'succeeded' },
  },
  BATCH_STATE_CONFLICT: {
    status: 409,
    message: 'The batch cannot be {action}: {reason}',
    when: 'The batch is not in a state that allows the request. The message says why.',
    example: { action: 'canceled', reason: 'its state is completed.' },
  },
  KEY_LIMIT_REACHED: {
    status: 409,
    message: 'The plan {plan} allows {limit}.',
    when: 'The workspace has as many active keys as its plan allows.',
    example: { plan: 'free', limit: '1 active key' },
  },
  TEMPLATE_LIMIT_REACHED: {
    status: 409,
    message: 'The plan {plan} allows {limit} templates.',
    when: 'The workspace has as many templates as its plan allows.',
    example: { plan: 'free', limit: '25' },
  },
  VERSION_LIMIT_REACHED: {
    status: 409,
    message: 'The plan {plan} allows {limit} published versions of a template.',
    when: 'The template has as many published versions as the plan allows. Drafts do not count: the oldest ones are deleted.',
    example: { plan: 'free', limit: '100' },
  },
  TEMPLATE_NAME_TAKEN: {
    status: 409,
    message: 'Another template of the workspace has this name.',
    when: 'Another template of the workspace has this name.',
  },
  ASSET_LIMIT_REACHED: {
    status: 409,
    message: 'The plan {plan} allows {limit}.',
    when: 'The workspace has as many assets as its plan allows, or their versions have as many bytes.',
    example: { plan: 'free', limit: '50 assets' },
  },
  PARTIAL_LIMIT_REACHED: {
    status: 409,
    message: 'The plan {plan} allows {limit}.',
    when: 'The workspace has as many partials as its plan allows.',
    example: { plan: 'free', limit: '50 partials' },
  },
  PART_CHANGED: {
    status: 409,
    message: 'Other requests keep changing the asset or partial. Try again.',
    when: 'Many requests changed the same asset or partial at the same time.',
  },
  PART_IN_USE: {
    status: 409,
    message: 'Templates use the asset or partial.',
    when: 'Kept versions of templates use the asset or partial, so it cannot be deleted. `details` lists up to 10 templates.',
    exampleDetails: ['the template "Invoice" (tpl_7vLq2ZcYw0aHn4RdXe9KsB) uses it in 3 versions'],
  },
  PUSH_CONFLICT: {
    status: 409,
    message: 'Templates or partials have changed since the push began from them.',
    when: 'Others have changed templates or partials since you read them. `details` names each of them with its version, and who changed it. Nothing was saved.',
    exampleDetails: [
      'templates[0]: "Invoice" is at version 8, and the push began from version 7. Ada changed it at 2026-11-27T09:00:00.000Z',
    ],
  },
  WEBHOOK_LIMIT_REACHED: {
    status: 409,
    message: 'A workspace may have {limit} webhooks.',
    when: 'The workspace has as many webhooks as it may have.',
    example: { limit: '5' },
  },
  WEBHOOK_DISABLED: {
    status: 409,
    message: 'The webhook is disabled. Enable it first.',
    when: 'A delivery is sent again, but its webhook is disabled.',
  },
  TEMPLATE_CHANGED: {
    status: 412,
    message: 'The template was changed since it was read.',
    when: 'The template is not in the state that `If-Match` names, because it was changed.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    message: "The generated PDF exceeds the plan's size limit.",
    when: 'The PDF is larger than the plan allows.',
  },
  OUTPUT_TOO_LARGE: {
    status: 413,
    message: 'The output of the batch would have more than {limit}.',
    when: 'The archive or the merged PDF of a batch would be too large. The PDFs of its rows are kept.',
    example: { limit: '4,000,000,000 bytes' },
  },
  UNSUPPORTED_ENCODING: {
    status: 415,
    message: 'The Content-Encoding "{encoding}" is not supported. Send the body with gzip, or as it is.',
    when: '`Content-Encoding` of the request is not `gzip`.',
    example: { encoding: 'br' },
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    message: 'The file has {bytes} bytes.',
    when: '`Range` starts after the end of the file.',
    example: { bytes: '13220' },
  },
  ASSET_INVALID: {
    status: 422,
    message: 'The file cannot be an asset.',
    when: 'The uploaded file is no font, picture, colour profile or PDF that the service accepts, it is damaged, or it is an SVG with scripts or references to other files. `details` says what is wrong.',
    exampleDetails: ['body: the SVG has a script: <script>'],
  },
  ASSETS_TOO_LARGE: {
    status: 422,
    message: 'The assets of the document are too large together.',
    when: 'The assets of a document take more characters as base64 than one document may have. Each place that shows an asset counts.',
    exampleDetails: [
      'the document shows assets 20 times, which takes 26666720 characters; it may have 14000000',
    ],
  },
  NOT_A_PDF: {
    status: 422,
    message: 'The file is not a PDF.',
    when: 'The uploaded file, or the `pdf` of an entry, does not start like a PDF.',
  },
  PDF_ENCRYPTED: {
    status: 422,
    message: 'The PDF is encrypted. Remove its password first.',
    when: 'The uploaded file, or the `pdf` of an entry, has a password or permissions. Its pages cannot be read.',
  },
  PDF_DAMAGED: {
    status: 422,
    message: 'The PDF is damaged, and cannot be repaired.',
    when: 'The uploaded file, or the `pdf` of an entry, cannot be read, even after a repair, or it needs more work than a PDF of its size may need. `details` says what is wrong.',
    exampleDetails: ['the file has no catalog'],
  },
  TARGET_REJECTED: {
    status: 422,
    message: 'The test of the storage failed at "{step}": {reason}',
    when: 'Platen tested the storage target before saving it, and a step failed.',
    example: { step: 'put', reason: 'NoSuchBucket: The specified bucket does not exist.' },
  },
  PLACEHOLDERS_UNKNOWN: {
    status: 422,
    message: 'The template uses names that the data does not have.',
    when: '`options.failOn` has `placeholders`, and the template uses names that the data does not have. `details` lists the places.',
    exampleDetails: ['placeholders: html, line 3, column 12: The data has no "customer.nme".'],
  },
  TRANSLATIONS_MISSING: {
    status: 422,
    message: 'Texts of the template are missing in the language.',
    when: '`options.failOn` has `translations`, and the language has no text for a key of `{{t}}`. `details` lists the keys and their places.',
    exampleDetails: [
      'translations: html, line 3, column 12: "status.paid" has no text in de-DE. The text in en was printed.',
    ],
  },
  RESOURCES_FAILED: {
    status: 422,
    message: 'Images, styles, fonts or scripts did not load.',
    when: '`options.failOn` has `resources`, and an image, style, font or script did not load. `details` lists them.',
    exampleDetails: ['resources: https://example.com/logo.png: the server answered 404'],
  },
  SCRIPTS_FAILED: {
    status: 422,
    message: 'Scripts of the document failed.',
    when: '`options.failOn` has `scripts`, and scripts threw errors that nothing caught. `details` lists them.',
    exampleDetails: ['scripts: Uncaught ReferenceError: Chart is not defined'],
  },
  GLYPHS_MISSING: {
    status: 422,
    message: 'No font has a glyph for characters of the document.',
    when: '`options.failOn` has `glyphs`, and no font has a glyph for characters of the document. `details` lists them.',
    exampleDetails: ['glyphs: No font has a glyph for "𐤀" (U+10900), page 3.'],
  },
  CONTENT_CUT: {
    status: 422,
    message: 'Content of the document is cut.',
    when: '`options.failOn` has `overflow`, and a header, a footer or a scrolling box cuts its content, or content is wider than the page. `details` lists them.',
    exampleDetails: [
      'overflow: The header is cut: its content needs 21 mm, and it has 15 mm. Set options.header.height to 21.',
    ],
  },
  ACCESSIBILITY_FAILED: {
    status: 422,
    message: 'Parts of the document are not accessible.',
    when: '`options.failOn` has `accessibility`, and the document has parts that people with a screen reader or weak sight cannot read, such as an image without a text. `details` lists the places.',
    exampleDetails: [
      'accessibility: `#total > img` has no alternative text. Give it alt="…" or aria-label="…", or alt="" if it only decorates.',
    ],
  },
  REFERENCES_UNPROVEN: {
    status: 422,
    message: 'Page numbers of the document are missing or not certain.',
    when: '`options.failOn` has `references`, and a page number is left out, or nothing on the pages shows that it is right. `details` lists the places.',
    exampleDetails: [
      'references: The page of the element "#chart" is not certain, because no text shows on which page it is.',
    ],
  },
  INVOICE_DIFFERS: {
    status: 422,
    message: 'The pages do not show what the electronic invoice has.',
    when: '`options.failOn` has `invoice`, and the pages do not show a number, a date, a name, an account, a line or a total of the electronic invoice. `details` lists the fields.',
    exampleDetails: [
      'invoice: templateData.totals.payable: The invoice has "928.20" (BT-115), and page 1 shows "982.20".',
    ],
  },
  PDFA_IMPOSSIBLE: {
    status: 422,
    message: 'The PDF cannot be PDF/A.',
    when: '`options.pdfa` asks for PDF/A, and the document has something that PDF/A does not allow, such as a character without a glyph. Each entry of `details` names the rule of ISO 19005 and the place.',
    exampleDetails: [
      'options.pdfa: rule 6.2.11.8, page 1, font AAAAAA+Inter: a character has no glyph; add a font that has it',
    ],
  },
  PDFUA_IMPOSSIBLE: {
    status: 422,
    message: 'The PDF cannot be PDF/UA.',
    when: '`options.pdfua` asks for PDF/UA, and the document has something that PDF/UA does not allow, such as an image without a text. Each entry of `details` names the rule of ISO 14289-1 and the place.',
    exampleDetails: [
      'options.pdfua: rule 7.3, `#total > img` has no alternative text. Give it alt="…" or aria-label="…", or alt="" if it only decorates.',
    ],
  },
  LAYOUT_UNSTABLE: {
    status: 422,
    message: 'The pages of the document keep changing.',
    when: 'The document depends on its own pages, for example for page numbers, carried sums or footnotes. After the last print, some of them are still wrong. `details` lists them.',
    exampleDetails: ['htmlContent: "#results" was printed as page 9 and is on page 10'],
  },
  NO_CREDITS_AVAILABLE: {
    status: 429,
    message: 'No quota or credits remain for this month.',
    when: "The month's quota and all purchased credits are spent. Test keys never get this error.",
  },
  UPLOAD_LIMIT_REACHED: {
    status: 409,
    message: 'The uploaded files of the workspace have as many bytes as its plan allows.',
    when: 'The uploaded files of the workspace have as many bytes as its plan allows. Delete one, or wait until its retention ends.',
  },
  JOB_LIMIT_REACHED: {
    status: 429,
    message: 'The workspace has as many queued and running jobs as its plan allows.',
    when: 'The workspace has as many queued and running jobs as its plan allows. `Retry-After` says when to try again.',
  },
  BATCH_LIMIT_REACHED: {
    status: 429,
    message: 'The workspace has as many batches that have not ended as its plan allows.',
    when: 'The workspace has as many batches that have not ended as its plan allows. `Retry-After` says when to try again.',
  },
  PRINTS_LIMITED: {
    status: 503,
    message:
      'Several prints of the workspace ran into their time limit, or were cancelled late. Until {until}, the workspace prints one PDF at a time.',
    when: 'Prints of the workspace used pages of a browser for a long time and made no PDF. For some minutes, it prints one PDF at a time, and another one is being printed. `Retry-After` says when that one has ended.',
    example: { until: '2026-11-21T15:29:30.323Z' },
  },
  SERVICE_BUSY: {
    status: 503,
    message: 'The service is busy. Retry after {wait}.',
    when: 'The service has no room for another request, or the workspace has taken its share of the room. No credit is spent. `Retry-After` says when to try again.',
    example: { wait: '5 seconds' },
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    message: 'Too many requests. Retry after {wait}.',
    when: 'The workspace has used all requests of this window. Requests without a known key are limited by client address.',
    example: { wait: '37 seconds' },
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'An unexpected error occurred.',
    when: 'An unexpected error occurred. Retry the request. If it fails again, send the `requestId` to the operator.',
  },
  NOT_IMPLEMENTED: {
    status: 501,
    message: 'External storage needs the variable CREDENTIALS_KEY.',
    when: 'The installation is not configured for this operation.',
  },
  FEATURE_UNAVAILABLE: {
    status: 501,
    message: 'This installation has no container, which {field} needs.',
    when: 'The request has a field that needs the container, and the installation has none. The message and `details` name the field.',
    example: { field: 'thumbnail' },
    exampleDetails: ['thumbnail: needs the container, which this installation does not have'],
  },
  PDF_GENERATION_FAILED: {
    status: 502,
    message: 'The PDF could not be generated.',
    when: 'The browser failed, or no browser was available. No credit is spent. Retry the request.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** If several errors apply, the first in this list is returned (contract 3.4). Other codes rank last. */
const ERROR_PRECEDENCE: readonly string[] = [
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'INVALID_API_KEY',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'WORKSPACE_NOT_FOUND',
  'INSUFFICIENT_PERMISSIONS',
  'RATE_LIMIT_EXCEEDED',
  'UNSUPPORTED_ENCODING',
  'VALIDATION_ERROR',
  'FEATURE_UNAVAILABLE',
  'IDEMPOTENCY_CONFLICT',
  'NO_CREDITS_AVAILABLE',
  'UPLOAD_LIMIT_REACHED',
  'JOB_LIMIT_REACHED',
  'BATCH_LIMIT_REACHED',
  'PRINTS_LIMITED',
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_COMPILATION_ERROR',
  'PLACEHOLDERS_UNKNOWN',
  'TRANSLATIONS_MISSING',
  'REQUEST_TIMEOUT',
  'PDF_GENERATION_FAILED',
  'FILE_TOO_LARGE',
  'RESOURCES_FAILED',
  'SCRIPTS_FAILED',
  'GLYPHS_MISSING',
  'CONTENT_CUT',
  'ACCESSIBILITY_FAILED',
  'REFERENCES_UNPROVEN',
  'INVOICE_DIFFERS',
  'PDFA_IMPOSSIBLE',
  'PDFUA_IMPOSSIBLE',
  'LAYOUT_UNSTABLE',
] satisfies ErrorCode[];

const rank = (code: string): number => {
  const index = ERROR_PRECEDENCE.indexOf(code);
  return index === -1 ? ERROR_PRECEDENCE.length : index;
};

export const outranks = (first: string, second: string): boolean => rank(first) < rank(second);

export const fillMessage = (message: string, values: Readonly<Record<string, string>> = {}): string =>
  message.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

export const errorDocs = (code: string): string => `docs/errors.md#${code.toLowerCase()}`;
