import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keepFiles, readFilename } from './files.ts';
import { isWebhook, ScenarioServer } from './server.ts';
import type { Step } from './read-feature.ts';

/** A service that runs, and what the scenarios need to know about it. */
export interface Target {
  readonly url: string;
  readonly key: string;
  /** The name by which a browser of the service reaches this machine. */
  readonly pageHost: string;
  /** The lines that the service has logged, or null if they are not known. */
  readonly log: (() => readonly string[]) | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The host of the scenarios: the machine on which they run. */
const HOST = 'host.docker.internal';

/** One run of a scenario. */
export class ScenarioRun {
  readonly target: Target;
  readonly #root: string;
  readonly #workFolder: string;
  /** The files of the last answer, or of the last webhook. */
  folder: string;
  answer: Answer | null = null;
  server: ScenarioServer | null = null;
  #answers = 0;

  constructor(target: Target, root: string, workFolder: string) {
    this.target = target;
    this.#root = root;
    this.#workFolder = workFolder;
    this.folder = workFolder;
  }

  get answered(): Answer {
    if (this.answer === null) throw new Error('there is no answer');
    return this.answer;
  }

  async startServer(): Promise<void> {
    this.server?.stop();
    this.server = await ScenarioServer.start(this.#root);
    await this.#registerWebhook(this.server.port);
  }

  async request(method: string, path: string, step: Step | null): Promise<void> {
    const form = new FormData();
    const headers: Record<string, string> = { 'X-API-Key': this.target.key };
    for (const [name = '', value = '', kind = ''] of step?.table ?? []) {
      if (kind === 'header' || kind === '') headers[name] = this.#toLoopback(value);
      else if (kind === 'field') form.append(name, this.#place(name, value));
      else form.append(name, this.#readFile(value), basename(value));
    }
    const encoded = new Response(form);
    const body = method === 'POST' ? Buffer.from(await encoded.arrayBuffer()) : null;
    if (body) headers['Content-Type'] = encoded.headers.get('Content-Type') ?? '';
    const response = await fetch(`${this.target.url}${path}`, { method, headers, body, redirect: 'manual' });
    this.answer = {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    };
    const name = readFilename(response.headers.get('Content-Disposition') ?? '');
    this.#answers += 1;
    if (response.status === 204) this.folder = join(this.#workFolder, String(this.#answers));
    if (response.status !== 200 || name === null) return;
    this.folder = join(this.#workFolder, String(this.#answers));
    keepFiles(this.folder, name, this.answer.body);
  }

  /** Waits for the webhook of the last request, and keeps its files. */
  async waitForWebhook(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      const received = this.server?.last(isWebhook);
      if (received) {
        const name = readFilename(received.headers['content-disposition'] ?? '') ?? 'webhook.pdf';
        if (received.path === '/webhook') keepFiles(this.folder, name, received.body);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the webhook was not called within 60 s');
  }

  stop(): void {
    this.server?.stop();
  }

  #readFile(path: string): Blob {
    const file = path.startsWith('teststore/') ? join(this.folder, basename(path)) : join(this.#root, path);
    return new Blob([readFileSync(file)]);
  }

  /** Pages are reached by a public name, and files by the address of this machine. */
  #place(name: string, value: string): string {
    const placed = value.replaceAll('%d', String(this.server?.port ?? 0));
    return name === 'url' || name === 'cookies' || name === 'extraHttpHeaders'
      ? placed.replaceAll(HOST, this.target.pageHost)
      : placed.replaceAll(HOST, '127.0.0.1');
  }

  #toLoopback(value: string): string {
    return value.replaceAll('%d', String(this.server?.port ?? 0)).replaceAll(HOST, '127.0.0.1');
  }

  /** The service sends files only to hosts that the workspace has as webhooks. */
  async #registerWebhook(port: number): Promise<void> {
    const headers = { 'X-API-Key': this.target.key, 'Content-Type': 'application/json' };
    const url = `${this.target.url}/v1/webhooks`;
    const listed = (await (await fetch(url, { headers })).json()) as { data?: { id: string }[] };
    for (const { id } of listed.data ?? []) await fetch(`${url}/${id}`, { method: 'DELETE', headers });
    const body = JSON.stringify({ url: `http://127.0.0.1:${port}/`, events: ['file.deleted'] });
    const created = await fetch(url, { method: 'POST', headers, body });
    if (!created.ok) throw new Error(`the webhook was not created: ${await created.text()}`);
  }
}
