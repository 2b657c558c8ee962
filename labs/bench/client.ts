import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { PERMISSIONS } from '../../schema/permissions.ts';
import type { PlanId } from '../../schema/plans.ts';
import { Operator } from '../../scripts/installation/operator.ts';
import { type Service, type ServiceOptions, startService } from '../../scripts/local/service.ts';

export async function withService<Result>(
  options: Omit<ServiceOptions, 'stateDir' | 'port'>,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  try {
    const service = await startService({
      stateDir,
      port: 0,
      onError: (line) => console.error(line),
      ...options,
    });
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
}

export interface Client {
  /** The PDF is the answer. */
  readonly generate: () => Promise<void>;
  /** Milliseconds from `Server-Timing` of each request, by phase. */
  readonly phases: ReadonlyMap<string, number[]>;
}

/** The margins of `labs/bench/peer.ts`. */
const PEER_OPTIONS = { format: 'A4', margin: { top: 10, right: 10, bottom: 10, left: 10 } };

export interface BenchDocument {
  readonly content: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** More fields of the request. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Files that are uploaded before the template, by name. */
  readonly assets?: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
}

export async function openClient(
  service: Service,
  { content, data, options, fields, assets = {} }: BenchDocument,
): Promise<Client> {
  const operator = new Operator(service.url, service.operatorToken);
  const { workspaceId, key } = await openWorkspace(service, 'scale-enterprise');
  for (const [name, bytes] of Object.entries(assets)) await putAsset(service, key, name, bytes);
  const template = await operator.putTemplate({ workspaceId, name: 'bench', content });
  const body = JSON.stringify({ templateId: template.id, templateData: data, options, ...fields });
  const phases = new Map<string, number[]>();
  const url = `${service.url}/v1/pdf/generate`;
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', Accept: 'application/pdf' };
  const generate = async (): Promise<void> => {
    const response = await post(url, headers, body);
    const answer = await buffer(response);
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${answer.toString()}`);
    recordPhases(phases, String(response.headers['server-timing']));
  };
  return { generate, phases };
}

async function putAsset(
  service: Service,
  key: string,
  name: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/octet-stream' };
  const response = await fetch(`${service.url}/v1/assets/${name}`, { method: 'PUT', headers, body });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}

/** @returns a function that prints the document once and returns the PDF */
export async function openPrinter(
  service: Service,
  { content, data, options = PEER_OPTIONS }: BenchDocument,
): Promise<() => Promise<Uint8Array>> {
  const operator = new Operator(service.url, service.operatorToken);
  const { workspaceId, key } = await openWorkspace(service, 'scale-enterprise');
  const { id: templateId } = await operator.putTemplate({ workspaceId, name: 'bench', content });
  return () => postForPdf(service, key, { templateId, templateData: data, options });
}

/** @returns a function that prints HTML and returns the PDF. All documents are of one workspace. */
export async function openHtmlPrinter(
  service: Service,
  options: Readonly<Record<string, unknown>>,
): Promise<(htmlContent: string) => Promise<Uint8Array>> {
  const { key } = await openWorkspace(service, 'scale-enterprise');
  return (htmlContent) => postForPdf(service, key, { htmlContent, options });
}

async function postForPdf(service: Service, key: string, body: object): Promise<Uint8Array> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', Accept: 'application/pdf' };
  const response = await post(`${service.url}/v1/pdf/generate`, headers, JSON.stringify(body));
  const answer = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${answer.toString()}`);
  return answer;
}

export async function openWorkspace(
  service: Service,
  plan: PlanId,
): Promise<{ workspaceId: string; key: string }> {
  const operator = new Operator(service.url, service.operatorToken);
  const { id: workspaceId } = await operator.createWorkspace({ name: 'Bench', plan });
  const { key } = await operator.createKey({
    workspaceId,
    name: 'bench',
    environment: 'live',
    permissions: PERMISSIONS,
  });
  return { workspaceId, key };
}

export interface PdfAnswer {
  readonly status: number;
  /** 0 for an error. */
  readonly pdfBytes: number;
  /** It is null for a PDF. */
  readonly code: string | null;
}

/** Does not keep the PDF, which may be large. */
export async function requestPdf(
  service: Service,
  key: string,
  body: Blob | string,
  extraHeaders: Record<string, string> = {},
): Promise<PdfAnswer> {
  const headers = {
    ...extraHeaders,
    'X-API-Key': key,
    'Content-Type': 'application/json',
    Accept: 'application/pdf',
  };
  const response = await fetch(`${service.url}/v1/pdf/generate`, { method: 'POST', headers, body });
  if (!response.ok) {
    const { error } = z.object({ error: z.object({ code: z.string() }) }).parse(await response.json());
    return { status: response.status, pdfBytes: 0, code: error.code };
  }
  let pdfBytes = 0;
  for await (const chunk of response.body ?? []) pdfBytes += chunk.byteLength;
  return { status: response.status, pdfBytes, code: null };
}

/** `node:http` with one open connection, because the client's own overhead must not be measured. */
const agent = new Agent({ keepAlive: true });

function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, resolve).once('error', reject).end(body);
  });
}

function recordPhases(phases: Map<string, number[]>, timing: string): void {
  for (const [, name = '', duration = ''] of timing.matchAll(/(\w+);dur=([\d.]+)/g)) {
    phases.set(name, [...(phases.get(name) ?? []), Number(duration)]);
  }
}
