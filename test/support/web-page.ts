import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { PAGE_HOST } from './world.ts';

/** A web server of the test's own, which browsers of the service reach by the names of `world.ts`. */
export interface WebPage {
  url(path: string, host?: string): string;
  /** Since the test began. */
  readonly requests: readonly IncomingMessage[];
  answer: RequestListener;
}

export function useWebPage(): WebPage {
  let requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    page.answer(request, response);
  });
  const page: WebPage = {
    url: (path, host = PAGE_HOST) => `http://${host}:${(server.address() as AddressInfo).port}${path}`,
    get requests() {
      return requests;
    },
    answer: () => {},
  };
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    requests = [];
    page.answer = (_request, response) => sendHtml(response, '<p>printed');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return page;
}

export const sendHtml = (response: Parameters<RequestListener>[1], html: string): void =>
  void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
