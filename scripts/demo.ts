/** `npm run demo`: prints an invoice as a client does, with a temporary state directory. */
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { createLocalWorkspace, EXAMPLE_DATA } from './local/local-workspace.ts';
import { countPages } from './pdf/pdf-document.ts';
import { type Service, startService } from './local/service.ts';

const generateAnswer = z.object({ data: z.object({ url: z.string(), processingTimeMs: z.number() }) });

async function printInvoice(service: Service): Promise<{ pdf: Uint8Array; milliseconds: number }> {
  const { key, templateId } = await createLocalWorkspace(service, 'Demo');
  const response = await fetch(`${service.url}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ templateId, templateData: JSON.parse(await readFile(EXAMPLE_DATA, 'utf8')) }),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  const { data } = generateAnswer.parse(await response.json());
  const file = await fetch(data.url);
  if (!file.ok) throw new Error(`The download failed with ${file.status}: ${await file.text()}`);
  return { pdf: new Uint8Array(await file.arrayBuffer()), milliseconds: data.processingTimeMs };
}

const stateDir = await mkdtemp(join(tmpdir(), 'platen-demo-'));
// On exit, because Ctrl-C can end the demo early.
process.once('exit', () => rmSync(stateDir, { recursive: true, force: true }));
let service: Service | undefined;
try {
  console.log('Starting the service ...');
  service = await startService({ stateDir, port: 0, onError: (line) => console.error(line) });
  console.log(`The service runs at ${service.url}. Printing the invoice ...`);
  const { pdf, milliseconds } = await printInvoice(service);
  const path = resolve('invoice.pdf');
  await writeFile(path, pdf);
  const pages = await countPages(pdf);
  console.log(`${path}: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${pdf.length} bytes, ${milliseconds} ms`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await service?.stop();
}
