import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../../schema/api/errors.ts';
import type { Permission } from '../../schema/permissions.ts';
import { tinyPdf } from './tiny-pdf.ts';

/** Ids of a workspace that other workspaces must not reach. */
export interface WorkspaceIds {
  readonly fileId: string;
  readonly templateId: string;
  /** This job was canceled. */
  readonly jobId: string;
  /** This batch runs. */
  readonly batchId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly assetName: string;
  readonly partialName: string;
}

export type Belonging = 'file' | 'template' | 'job' | 'webhook' | 'batch' | 'delivery' | 'asset' | 'partial';

/** A route that requires a key. Add each new one to `ROUTES`. */
export interface ProtectedRoute {
  readonly route: string;
  /** It is null if every key may use the route. */
  readonly permission: Permission | null;
  readonly path: (belongings: WorkspaceIds) => string;
  readonly body?: (belongings: WorkspaceIds) => unknown;
  /** In the place of `body`, for a route that reads a file and no JSON. */
  readonly file?: { readonly mediaType: string; readonly bytes: Uint8Array<ArrayBuffer> };
  /** A further permission that the route needs. */
  readonly also?: Permission;
  /** The code for an id of another workspace: the same as for an unknown id. */
  readonly foreign?: ErrorCode;
  /** The thing that a request changes or deletes, so that no other request can use it. */
  readonly changes?: Belonging;
}

/** Ids of the right shape that do not exist. */
export const UNKNOWN_IDS: WorkspaceIds = {
  fileId: `file_${'0'.repeat(22)}`,
  templateId: `tpl_${'0'.repeat(22)}`,
  jobId: `job_${'0'.repeat(22)}`,
  batchId: `batch_${'0'.repeat(22)}`,
  webhookId: `wh_${'0'.repeat(22)}`,
  deliveryId: `evt_${'0'.repeat(22)}`,
  assetName: 'none.svg',
  partialName: 'none',
};

interface ValidRequest extends RequestInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A valid request of a route. @param key null for a request without one */
export const requestOf = (
  { route, body, file }: ProtectedRoute,
  key: string | null,
  ids: WorkspaceIds,
): ValidRequest => ({
  method: route.slice(0, route.indexOf(' ')),
  headers: {
    'Content-Type': file?.mediaType ?? 'application/json',
    ...(key === null ? {} : { 'X-API-Key': key }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body(ids)) }),
  ...(file === undefined ? {} : { body: file.bytes }),
});

/** Nobody listens at its address. */
export const WEBHOOK = { url: 'http://127.0.0.1:9/', events: ['file.deleted'] } as const;

const anotherTemplate = () => ({ name: `another ${randomUUID()}`, content: '<p>Another</p>' });

const ofBatch = (method: string, path: string, permission: Permission): ProtectedRoute => ({
  route: `${method} /v1/batches/{batchId}${path}`,
  permission,
  path: ({ batchId }) => `/v1/batches/${batchId}${path}`,
  foreign: 'BATCH_NOT_FOUND',
  changes: 'batch',
});

export const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

/** Lists the routes that assets and partials have. @param name of one that the workspace has */
const ofComponents = (
  path: string,
  kind: 'asset' | 'partial',
  name: (belongings: WorkspaceIds) => string,
): readonly ProtectedRoute[] => {
  const foreign = kind === 'asset' ? 'ASSET_NOT_FOUND' : 'PARTIAL_NOT_FOUND';
  const reading = (below: string): ProtectedRoute => ({
    route: `GET ${path}/{name}${below}`,
    permission: 'template.read',
    path: (belongings) => `${path}/${name(belongings)}${below}`,
    foreign,
  });
  return [
    { route: `GET ${path}`, permission: 'template.read', path: () => path },
    {
      route: `PUT ${path}/{name}`,
      permission: 'template.write',
      path: () => `${path}/another`,
      ...(kind === 'asset'
        ? { file: { mediaType: 'image/svg+xml', bytes: Buffer.from(SVG) } }
        : { body: () => ({ content: '<p>Another</p>' }) }),
    },
    reading(''),
    ...(kind === 'asset' ? [reading('/content')] : []),
    reading('/versions'),
    reading('/uses'),
    {
      route: `DELETE ${path}/{name}`,
      permission: 'template.write',
      path: (belongings) => `${path}/${name(belongings)}`,
      foreign,
      changes: kind,
    },
  ];
};

export const ROUTES: readonly ProtectedRoute[] = [
  {
    route: 'POST /v1/pdf/generate',
    permission: 'pdf.generate',
    path: () => '/v1/pdf/generate',
    body: ({ templateId }) => ({ templateId }),
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'POST /v1/pdf/merge',
    permission: 'pdf.generate',
    also: 'pdf.read',
    path: () => '/v1/pdf/merge',
    body: ({ fileId }) => ({ entries: [{ fileId }, { fileId }] }),
    foreign: 'FILE_NOT_FOUND',
  },
  {
    route: 'POST /v1/pdf/split',
    permission: 'pdf.generate',
    also: 'pdf.read',
    path: () => '/v1/pdf/split',
    body: ({ fileId }) => ({ fileId, everyPages: 1 }),
    foreign: 'FILE_NOT_FOUND',
  },
  {
    route: 'POST /v1/pdf/finish',
    permission: 'pdf.generate',
    also: 'pdf.read',
    path: () => '/v1/pdf/finish',
    body: ({ fileId }) => ({ fileId, options: {} }),
    foreign: 'FILE_NOT_FOUND',
  },
  { route: 'GET /v1/files', permission: 'pdf.read', path: () => '/v1/files' },
  {
    route: 'POST /v1/files',
    permission: 'pdf.generate',
    path: () => '/v1/files',
    file: {
      mediaType: 'application/pdf',
      bytes: tinyPdf('Uploaded'),
    },
  },
  {
    route: 'GET /v1/files/{fileId}',
    permission: 'pdf.read',
    path: ({ fileId }) => `/v1/files/${fileId}`,
    foreign: 'FILE_NOT_FOUND',
  },
  {
    route: 'GET /v1/files/{fileId}/content',
    permission: 'pdf.read',
    path: ({ fileId }) => `/v1/files/${fileId}/content`,
    foreign: 'FILE_NOT_FOUND',
  },
  {
    route: 'DELETE /v1/files/{fileId}',
    permission: 'pdf.delete',
    path: ({ fileId }) => `/v1/files/${fileId}`,
    foreign: 'FILE_NOT_FOUND',
    changes: 'file',
  },
  { route: 'GET /v1/jobs', permission: 'pdf.read', path: () => '/v1/jobs' },
  {
    route: 'GET /v1/jobs/{jobId}',
    permission: 'pdf.read',
    path: ({ jobId }) => `/v1/jobs/${jobId}`,
    foreign: 'JOB_NOT_FOUND',
  },
  {
    route: 'POST /v1/jobs/{jobId}/cancel',
    permission: 'pdf.generate',
    path: ({ jobId }) => `/v1/jobs/${jobId}/cancel`,
    foreign: 'JOB_NOT_FOUND',
  },
  {
    route: 'POST /v1/batches',
    permission: 'pdf.generate',
    path: () => '/v1/batches',
    body: ({ templateId }) => ({ templateId, rows: [{ externalId: 'A-17' }] }),
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  { route: 'GET /v1/batches', permission: 'pdf.read', path: () => '/v1/batches' },
  ofBatch('GET', '', 'pdf.read'),
  ofBatch('GET', '/rows', 'pdf.read'),
  ofBatch('POST', '/cancel', 'pdf.generate'),
  ofBatch('POST', '/resume', 'pdf.generate'),
  ofBatch('POST', '/retry-failed', 'pdf.generate'),
  {
    route: 'POST /v1/push',
    permission: 'template.write',
    path: () => '/v1/push',
    body: () => ({ dryRun: true, templates: [anotherTemplate()] }),
  },
  { route: 'GET /v1/templates', permission: 'template.read', path: () => '/v1/templates' },
  {
    route: 'POST /v1/templates',
    permission: 'template.write',
    path: () => '/v1/templates',
    body: anotherTemplate,
  },
  {
    route: 'GET /v1/templates/{templateId}',
    permission: 'template.read',
    path: ({ templateId }) => `/v1/templates/${templateId}`,
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'PUT /v1/templates/{templateId}',
    permission: 'template.write',
    path: ({ templateId }) => `/v1/templates/${templateId}`,
    body: anotherTemplate,
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'POST /v1/templates/{templateId}/publish',
    permission: 'template.write',
    path: ({ templateId }) => `/v1/templates/${templateId}/publish`,
    body: () => ({ version: 1 }),
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'POST /v1/templates/{templateId}/preview',
    permission: 'template.read',
    path: ({ templateId }) => `/v1/templates/${templateId}/preview`,
    body: () => ({}),
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'GET /v1/templates/{templateId}/sample-sets',
    permission: 'template.read',
    path: ({ templateId }) => `/v1/templates/${templateId}/sample-sets`,
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'PUT /v1/templates/{templateId}/sample-sets',
    permission: 'template.write',
    path: ({ templateId }) => `/v1/templates/${templateId}/sample-sets`,
    body: () => ({ sampleSets: [{ name: 'Short', data: { total: 1 } }] }),
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'DELETE /v1/templates/{templateId}',
    permission: 'template.write',
    path: ({ templateId }) => `/v1/templates/${templateId}`,
    foreign: 'TEMPLATE_NOT_FOUND',
    changes: 'template',
  },
  ...ofComponents('/v1/assets', 'asset', ({ assetName }) => assetName),
  ...ofComponents('/v1/partials', 'partial', ({ partialName }) => partialName),
  { route: 'GET /v1/webhooks', permission: 'webhook.manage', path: () => '/v1/webhooks' },
  {
    route: 'POST /v1/webhooks',
    permission: 'webhook.manage',
    path: () => '/v1/webhooks',
    body: () => WEBHOOK,
  },
  {
    route: 'GET /v1/webhooks/{webhookId}',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}`,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'PUT /v1/webhooks/{webhookId}',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}`,
    body: () => WEBHOOK,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'POST /v1/webhooks/{webhookId}/rotate-secret',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}/rotate-secret`,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'POST /v1/webhooks/{webhookId}/test',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}/test`,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'GET /v1/webhooks/{webhookId}/deliveries',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}/deliveries`,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend',
    permission: 'webhook.manage',
    path: ({ webhookId, deliveryId }) => `/v1/webhooks/${webhookId}/deliveries/${deliveryId}/resend`,
    foreign: 'WEBHOOK_NOT_FOUND',
    changes: 'delivery',
  },
  {
    route: 'DELETE /v1/webhooks/{webhookId}',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}`,
    foreign: 'WEBHOOK_NOT_FOUND',
    changes: 'webhook',
  },
  { route: 'GET /v1/metrics', permission: 'metrics.read', path: () => '/v1/metrics' },
  { route: 'GET /v1/audit', permission: 'audit.read', path: () => '/v1/audit' },
  { route: 'GET /v1/usage', permission: null, path: () => '/v1/usage' },
];
