import type { ClientBooks } from './client-books.ts';
import type { Kind, Step } from './plan.ts';
import { choicesOf, type Workspace } from './workspaces.ts';

/** A request of a client, for one step of the plan. */
export interface Order {
  readonly kind: Kind;
  readonly sender: Workspace;
  /** That of its step. */
  readonly hangUp: number;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file that is deleted. */
  readonly deletes?: string;
  /** The statuses of a success. */
  readonly expects: readonly number[];
}

/** Requests that make files. A repetition with the same `Idempotency-Key` makes no other file. */
const MAKING: ReadonlySet<Kind> = new Set<Kind>([
  'html',
  'template',
  'pdf',
  'markdown',
  'finished',
  'picture',
  'thumbnail',
  'job',
  'batch',
  'merge',
  'split',
  'finish',
]);

export const isMaking = (kind: Kind): boolean => MAKING.has(kind);

const row = (number: number) => ({ name: `Line ${number}`, price: number * 1.5 });
const dataOf = (number: number, rows: number) => ({
  number,
  rows: Array.from({ length: rows }, (_, at) => row(at)),
});

const page = (step: Step): string =>
  `<style>body { font: 11pt sans-serif }</style><h1>Letter ${step.number}</h1>${'<p>Some text for a page.</p>'.repeat(choicesOf(step).below(60))}`;

const FOOTER = { content: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>' };

/** Returns null if the client has no file for it yet. The client then asks for its list of files. */
type Make = (step: Step, sender: Workspace, books: ClientBooks) => Partial<Order> | null;

const generate = (body: object, headers = {}): Partial<Order> => ({
  method: 'POST',
  path: '/v1/pdf/generate',
  body,
  headers,
});

function batchOf(step: Step, { templateId }: Workspace): Partial<Order> {
  const choices = choicesOf(step);
  const rows = Array.from({ length: 2 + choices.below(6) }, (_, at) => ({
    externalId: `${step.number}-${at}`,
    templateData: dataOf(at, 5),
  }));
  const body = { templateId, output: choices.pick(['files', 'zip', 'merged']), rows };
  return { method: 'POST', path: '/v1/batches', body, expects: [202] };
}

function onFile(step: Step, sender: Workspace, books: ClientBooks, suffix = ''): Partial<Order> | null {
  const file = books.fileToRead(sender, step.choice);
  return file === null ? null : { path: `/v1/files/${file}${suffix}` };
}

function mergeOf(step: Step, sender: Workspace, books: ClientBooks): Partial<Order> | null {
  const file = books.fileToRead(sender, step.choice);
  if (file === null) return null;
  const entries = [{ htmlContent: `<h1>Cover ${step.number}</h1>` }, { fileId: file }];
  return { method: 'POST', path: '/v1/pdf/merge', body: { entries } };
}

/** The options of a finished PDF. Encrypted ones cannot be merged, so no other request reads them. */
const FINISHING = {
  metadata: { title: 'Letter {{number}}', language: 'en' },
  attachments: [{ name: 'letter.xml', content: '<letter number="{{number}}"/>', mediaType: 'text/xml' }],
  watermark: { text: 'DRAFT' },
};
const ENCRYPTION = { encryption: { userPassword: 'open', ownerPassword: 'change' } };

function finishOf(step: Step, sender: Workspace, books: ClientBooks): Partial<Order> | null {
  const fileId = books.fileToRead(sender, step.choice);
  if (fileId === null) return null;
  const body = { fileId, templateData: { number: step.number }, options: FINISHING };
  return { method: 'POST', path: '/v1/pdf/finish', body };
}

const markdownOf = (step: Step): string =>
  `# Letter {{number}}\n\n| Line | Price |\n|---|--:|\n${'| A line | 2.50 |\n'.repeat(choicesOf(step).below(40))}`;

/** Pages of the dashboard, and what they read. */
const consolePaths = (workspaceId: string): string[] => [
  '/dashboard/',
  '/console/session',
  '/console/operator/workspaces',
  ...['files', 'jobs', 'batches', 'templates', 'usage', 'audit', 'webhooks'].map(
    (part) => `/console/workspaces/${workspaceId}/${part}`,
  ),
];

const MAKERS: Readonly<Record<Kind, Make>> = {
  html: (step) => generate({ htmlContent: page(step) }),
  template: (step, { templateId }) =>
    generate({
      templateId,
      templateData: dataOf(step.number, choicesOf(step).below(80)),
      options: { footer: FOOTER },
    }),
  pdf: (step) => generate({ htmlContent: page(step) }, { Accept: 'application/pdf' }),
  markdown: (step) => generate({ markdown: markdownOf(step), templateData: { number: step.number } }),
  finished: (step) =>
    generate({
      htmlContent: page(step),
      templateData: { number: step.number },
      options: { ...FINISHING, ...(choicesOf(step).chance(0.5) ? ENCRYPTION : {}) },
    }),
  picture: (step) =>
    generate({ htmlContent: page(step), output: { type: choicesOf(step).pick(['png', 'jpeg', 'webp']) } }),
  thumbnail: (step) => generate({ htmlContent: page(step), thumbnail: { width: 200 } }),
  invalid: () => ({ ...generate({ htmlContent: 5 }), expects: [400] }),
  list: () => ({ path: '/v1/files?limit=20' }),
  read: onFile,
  download: (step, sender, books) => onFile(step, sender, books, '/content'),
  delete: (_, sender, books) => {
    const file = books.fileToDelete(sender);
    return file === null
      ? null
      : { method: 'DELETE', path: `/v1/files/${file}`, deletes: file, expects: [200, 204] };
  },
  job: (step) => ({
    ...generate({ htmlContent: page(step) }, { Prefer: 'respond-async' }),
    expects: [202],
  }),
  batch: batchOf,
  merge: mergeOf,
  split: (step, sender, books) => {
    const fileId = books.fileToRead(sender, step.choice);
    return fileId === null
      ? null
      : { method: 'POST', path: '/v1/pdf/split', body: { fileId, everyPages: 1 } };
  },
  finish: finishOf,
  templates: () => ({ path: '/v1/templates' }),
  save: (step, { templateId }) => ({
    method: 'PUT',
    path: `/v1/templates/${templateId}`,
    body: { content: `<p>Draft ${step.number}</p>`, publish: false },
  }),
  preview: (step, { templateId }) => ({
    method: 'POST',
    path: `/v1/templates/${templateId}/preview`,
    body: { templateData: dataOf(step.number, 3) },
  }),
  usage: () => ({ path: '/v1/usage' }),
  console: (step, { id }) => ({ path: choicesOf(step).pick(consolePaths(id)) }),
};

export function orderOf(step: Step, sender: Workspace, books: ClientBooks): Order {
  const made = MAKERS[step.kind](step, sender, books);
  const kind = made === null ? 'list' : step.kind;
  return {
    kind,
    sender,
    hangUp: step.hangUp,
    method: 'GET',
    path: '/v1/files?limit=20',
    expects: [200],
    ...made,
  };
}
