import { EXAMPLE_DATA, type LocalWorkspace } from './local-workspace.ts';
import type { Service } from './service.ts';

export interface Greeting {
  readonly service: Service;
  readonly workspace: LocalWorkspace;
  readonly stateDir: string;
  /** The address of the dashboard, or of its first page. */
  readonly dashboard: string;
  /** Somebody has made an account. */
  readonly hasOwner: boolean;
}

/** Is printed before a start, because the first start builds for a while. */
export const STARTING = `Starting Platen on this machine: the service, its dashboard, and a Chromium that prints.
The first start builds them, which takes up to a minute.
`;

/** `localhost`, because browsers bind passkeys to host names, not to IP addresses. */
export const dashboardUrl = ({ url }: Service): string =>
  new URL('/dashboard/', url.replace('//127.0.0.1:', '//localhost:')).href;

const FIRST_VISIT = `
                 Who opens this address first becomes the owner of this instance and of its workspace, and gives it a name.
                 It has a token of this start, so nobody else can. Keep it to yourself.`;

/** Returns the text after the start: the services that run, the pages to open in a browser, and requests to paste. */
export function greeting({ service, workspace, stateDir, dashboard, hasOwner }: Greeting): string {
  const { url, browser } = service;
  return `Platen runs at ${url}. Press Ctrl-C to stop it.

Open in a browser:
  Dashboard      ${dashboard}${hasOwner ? '' : FIRST_VISIT}
  API reference  ${url}/docs

What runs, all of it on this machine:
  Service        the Worker, with its database, storage and queues
  Chromium       ${browser}
  Data           ${stateDir}

A key to try it with, valid on this machine only: ${workspace.key}

Print your own HTML. The answer is JSON with the address of the PDF:

curl -sS ${url}/v1/pdf/generate -H 'X-API-Key: ${workspace.key}' -H 'Content-Type: application/json' -d '{"htmlContent":"<h1>Hello {{name}}</h1>","templateData":{"name":"world"}}'

Print the saved template "invoice" with ${EXAMPLE_DATA} into invoice.pdf:

curl -sS ${url}/v1/pdf/generate -H 'X-API-Key: ${workspace.key}' -H 'Content-Type: application/json' -H 'Accept: application/pdf' -o invoice.pdf -d '{"templateId":"${workspace.templateId}","templateData":'"$(cat '${EXAMPLE_DATA}')"'}'

Next, read docs/quick-start.md. One line for each request follows.
`;
}
