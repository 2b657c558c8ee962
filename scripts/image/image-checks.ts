/** What must hold of an image whose server runs. Each check returns what it saw. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { ContainerRenderer } from '../../renderer/container/client.ts';
import { hostAtUrl } from '../../renderer/container/host.ts';
import type { RenderReport } from '../../renderer/renderer.ts';
import { jobOf } from '../../test/print/support/jobs.ts';
import type { BuiltImage } from './build-image.ts';
import { fontsOfPages, SAMPLES, samplesDocument } from './font-samples.ts';
import type { ImageProcess } from './image-processes.ts';
import type { ImageRoot } from './image-root.ts';
import type { ImageServer } from './image-server.ts';

export interface Trial {
  readonly root: ImageRoot;
  readonly image: BuiltImage;
  readonly server: ImageServer;
}

/** What a check is about, and the check. */
export type Check = readonly [about: string, check: (trial: Trial) => Promise<string>];

export const CHECKS: readonly Check[] = [
  ['what is in it', versions],
  ['server and Chromium run as two users', users],
  ["Chromium does not have the server's token", environment],
  ['processes of pages have a seccomp filter, no capability and no privilege to gain', sandbox],
  ['nothing is printed without the token', unauthorized],
  ['a page does not reach the server', wall],
  ['every script prints, with the fonts of the image', fonts],
  ['SIGTERM ends everything', stop],
];

const PRINT_MS = 60_000;
const MAX_PDF_BYTES = 50_000_000;

async function versions({ root, image }: Trial): Promise<string> {
  const packages = ['dpkg-query', '-W', '-f', '${Version}', 'chromium-headless-shell'];
  const [debian, node, chromium, usage] = await Promise.all([
    root.run(['cat', '/etc/debian_version']),
    root.run(['node', '--version']),
    root.run(packages),
    root.run(['du', '-sk', 'node_modules'], { directory: image.directory }),
  ]);
  const size = `${(Number.parseInt(usage) / 1024).toFixed(0)} MiB of node_modules`;
  return `Debian ${debian.trim()}, Node ${node.trim()}, Chromium ${chromium}, ${size}`;
}

async function chromiumProcesses(root: ImageRoot, kind = ''): Promise<ImageProcess[]> {
  const all = await root.processes();
  return all.filter(
    ({ commandLine }) => commandLine.includes('/chromium-headless-shell') && commandLine.includes(kind),
  );
}

async function users({ root }: Trial): Promise<string> {
  const all = await root.processes();
  const isServer = (commandLine: string) => /^node .*server\.ts$/.test(commandLine);
  const server = all.filter(({ commandLine }) => isServer(commandLine));
  mustBe(
    server.map(({ user }) => user),
    ['renderer'],
  );
  const chromium = await chromiumProcesses(root);
  assert(chromium.length > 1, 'there is no Chromium');
  mustBe([...new Set(chromium.map(({ user }) => user))], ['chromium']);
  return `renderer: 1 process, chromium: ${chromium.length}`;
}

async function environment({ root, server }: Trial): Promise<string> {
  const chromium = await chromiumProcesses(root);
  assert(chromium.length > 1, 'there is no Chromium');
  for (const { commandLine, environment: variables } of chromium) {
    assert(variables !== '' && !variables.includes(server.token), `${commandLine} has it`);
  }
  return `${chromium.length} environments read`;
}

async function sandbox({ root }: Trial): Promise<string> {
  const pages = await chromiumProcesses(root, '--type=renderer');
  assert(pages.length > 0, 'there is no process of a page');
  for (const { status } of pages) {
    const [Seccomp, CapEff, NoNewPrivs] = [status('Seccomp'), status('CapEff'), status('NoNewPrivs')];
    mustBe({ Seccomp, CapEff, NoNewPrivs }, { Seccomp: '2', CapEff: '0000000000000000', NoNewPrivs: '1' });
  }
  return `${pages.length} processes`;
}

async function unauthorized({ server }: Trial): Promise<string> {
  const none = await fetch(`${server.url}/print`, { method: 'POST', body: '{}' });
  const headers = { Authorization: `Bearer ${server.token}x` };
  const wrong = await fetch(`${server.url}/print`, { method: 'POST', body: '{}', headers });
  mustBe([none.status, wrong.status], [401, 401]);
  return '401 without one and with a wrong one';
}

async function wall(trial: Trial): Promise<string> {
  const before = await refusedDestinations(trial);
  const url = `${trial.server.url}/health`;
  const { report } = await print(trial, `<img src="${url}">`);
  mustBe(
    report.failedResources.map((failed) => failed.url),
    [url],
  );
  mustBe((await refusedDestinations(trial)) - before, 1);
  return report.failedResources.map(({ reason }) => reason).join();
}

async function refusedDestinations({ server }: Trial): Promise<number> {
  const headers = { Authorization: `Bearer ${server.token}` };
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const count = /^platen_renderer_refused_destinations_total (\d+)$/m.exec(metrics)?.[1];
  assert(count !== undefined, 'the metrics do not tell');
  return Number(count);
}

async function fonts(trial: Trial): Promise<string> {
  const { report, pdf } = await print(trial, samplesDocument());
  mustBe(report.missingGlyphs, []);
  const pages = await fontsOfPages(pdf);
  mustBe(pages.length, SAMPLES.length);
  const set = SAMPLES.map(({ name, font }, index) => {
    const used = pages[index] ?? [];
    return {
      text: `${name} by ${used.join(' and ')}`,
      isRight: used.length > 0 && used.every((one) => font.test(one)),
    };
  });
  const wrong = set.filter(({ isRight }) => !isRight);
  assert(wrong.length === 0, wrong.map(({ text }) => text).join(', '));
  return set.map(({ text }) => text).join(', ');
}

async function print({ server }: Trial, html: string): Promise<{ report: RenderReport; pdf: Uint8Array }> {
  const renderer = new ContainerRenderer(hostAtUrl(server.url), server.token);
  const limits = {
    workspaceId: 'ws_image',
    deadline: Date.now() + PRINT_MS,
    maxPdfBytes: MAX_PDF_BYTES,
  };
  const { body, report } = await renderer.print(jobOf(html), limits);
  return { report, pdf: new Uint8Array(await new Response(body as BodyInit).arrayBuffer()) };
}

/** The kernel takes a moment to end what was killed. */
const GRACE_MS = 2_000;

async function stop({ root, server }: Trial): Promise<string> {
  const before = await root.processes();
  mustBe(await server.stop(), 0);
  assert.match(server.output(), /"event":"stopped"/);
  const deadline = Date.now() + GRACE_MS;
  let left = await root.processes();
  while (left.length > 0 && Date.now() < deadline) {
    await delay(50);
    left = await root.processes();
  }
  mustBe(
    left.map(({ commandLine }) => commandLine),
    [],
  );
  return `${before.length} processes before, none after`;
}

/** Compares; what it throws with is one line. */
function mustBe(actual: unknown, expected: unknown): void {
  const show = (value: unknown) => inspect(value, { breakLength: Infinity });
  assert.deepEqual(actual, expected, `${show(actual)} instead of ${show(expected)}`);
}
