import type { Service } from '../../scripts/local/service.ts';
import { openWorkspace, withService } from './client.ts';
import { median, milliseconds, race, table, target } from './measure.ts';
import { WORKLOADS } from './workloads.ts';

const ROUNDS = 200;
const WARM_UP = 20;
const IDLE_MS = 50;

/** What the routes for clients of Gotenberg may take longer than the API. */
const TARGET_MS = 3;

/** The fields of a form, and the same in JSON. */
const FIELDS = { paperWidth: '210mm', paperHeight: '297mm', marginTop: '10mm', marginBottom: '10mm' };
const SIDES = { marginLeft: '10mm', marginRight: '10mm', printBackground: 'true' };
const OPTIONS = {
  format: 'Custom',
  width: 210,
  height: 297,
  orientation: 'portrait',
  margin: { top: 10, right: 10, bottom: 10, left: 10 },
  mediaType: 'print',
  printBackground: true,
  scale: 1,
};

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer<ArrayBuffer>;
}

async function send(url: string, key: string, { headers, body }: Sent): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { ...headers, 'X-API-Key': key }, body });
  const bytes = await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${Buffer.from(bytes).toString()}`);
}

async function measure(service: Service): Promise<readonly [api: number, form: number]> {
  const { key } = await openWorkspace(service, 'scale-enterprise');
  const { html } = WORKLOADS.W1;
  const json = JSON.stringify({ htmlContent: html, templating: 'none', options: OPTIONS });
  const fields = new FormData();
  fields.append('files', new Blob([html]), 'index.html');
  for (const [name, value] of Object.entries({ ...FIELDS, ...SIDES })) fields.append(name, value);
  // The encoding is the client's work.
  const encoded = new Response(fields);
  const form = Buffer.from(await encoded.arrayBuffer());
  const times = await race(
    {
      api: () =>
        send(`${service.url}/v1/pdf/generate`, key, {
          headers: { 'Content-Type': 'application/json', Accept: 'application/pdf' },
          body: json,
        }),
      form: () =>
        send(`${service.url}/forms/chromium/convert/html`, key, {
          headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
          body: form,
        }),
    },
    { rounds: ROUNDS, warmUp: WARM_UP, idleMs: IDLE_MS },
  );
  return [median(times.api ?? []), median(times.form ?? [])];
}

/** The routes for clients of Gotenberg, beside the API, with the same document. */
export const benchGotenberg = (): Promise<string> =>
  withService({}, async (service) => {
    const [api, form] = await measure(service);
    const more = form - api;
    return [
      '## The routes for clients of Gotenberg',
      `The same invoice of one page, as JSON of the API and as a form of Gotenberg's clients. Each round sends both, in a random order. Medians of ${ROUNDS} rounds.`,
      table([
        ['Request', 'Time', 'More than the API', 'Target in ms'],
        ['`POST /v1/pdf/generate`', milliseconds(api), '', ''],
        [
          '`POST /forms/chromium/convert/html`',
          milliseconds(form),
          milliseconds(more),
          target(more, { atMost: TARGET_MS }),
        ],
      ]),
    ].join('\n\n');
  });
