import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printInPool } from '@platen/print-engine';
import { bandOf, jobOf } from './support/jobs.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';
import { eventually } from '../support/eventually.ts';
import { variation } from '../support/thorough.ts';

/** One page at a time, so that the second job gets the page of the first. */
const printer = usePrinter({ ready: 1, concurrent: 1 });

const cookies: (string | undefined)[] = [];
const server = useWebServer((request, response) => {
  cookies.push(request.headers.cookie);
  response
    .writeHead(200, {
      'content-type': 'image/svg+xml',
      'set-cookie': 'seen=yes; Path=/',
      'cache-control': 'max-age=3600',
    })
    .end('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
});

const write = (expression: string) => `<p><script>document.write(String(${expression}))</script>`;

/** What the second document prints of what the first one left, in the same and in another workspace. */
async function left(trace: string, look: string): Promise<string[]> {
  const found: string[] = [];
  for (const next of ['ws_one', 'ws_two']) {
    await printer.print(jobOf(`<p>first</p><script>${trace}</script>`));
    const { document } = await printer.print(jobOf(write(look)), { workspaceId: next });
    found.push(await document.text(1));
  }
  return found;
}

/** What a document finds out that has to wait for it: an expression of an async function. */
async function answerOf(expression: string, workspaceId: string): Promise<string> {
  const html = `<body><script>(async () => {
    const answer = String(${expression});
    document.body.innerHTML = '<p id="answer"></p>';
    document.querySelector('#answer').textContent = answer;
  })()</script>`;
  const { document } = await printer.print(jobOf(html, { waitForSelector: '#answer' }), { workspaceId });
  return document.text(1);
}

/** Pages that a pool of one job keeps: one that is ready, and those of the last two workspaces. */
const KEPT_PAGES = 3;

/** Pages that the browser has, the one that it started with left out. */
async function openPages(): Promise<number> {
  const list = printer.chromium.address.replace(/^ws:(.*)\/devtools.*$/, 'http:$1/json/list');
  const targets = (await (await fetch(list)).json()) as { type: string }[];
  return targets.filter(({ type }) => type === 'page').length - 1;
}

describe('nothing passes from one job to the next', () => {
  test('globals', async () => {
    expect(await left('window.secret = 1; var other = 2', 'typeof secret + typeof other')).toEqual(
      Array(2).fill('undefinedundefined'),
    );
  });

  test('changed prototypes', async () => {
    expect(await left('Array.prototype.map = () => "changed"', '[1].map((x) => x)')).toEqual(['1', '1']);
  });

  test('functions that the engine replaces, and what is left of their work', async () => {
    const trace = `FontFace.prototype.load.secret = ResizeObserver.prototype.observe.secret = 1;
      new ResizeObserver(() => {}).observe(document.documentElement); document.fonts.load('9px secret'); new Image().decode().catch(() => {})`;
    const look = 'typeof FontFace.prototype.load.secret + typeof ResizeObserver.prototype.observe.secret';
    expect(await left(trace, look)).toEqual(Array(2).fill('undefinedundefined'));
  });

  test('the name of the window and its history', async () => {
    expect(await left('window.name = "secret"; history.pushState?.({ a: 1 }, "")', '`[${name}]`')).toEqual([
      '[]',
      '[]',
    ]);
  });

  variation('the history: there is nothing to go back to', async () => {
    for (const next of ['ws_one', 'ws_two']) {
      await printer.print(jobOf('<p>first<script>history.pushState(1, "")</script>'));
      const back = jobOf('<p id="next">next<script>history.back()</script>');
      const { document } = await printer.print(back, { workspaceId: next });
      expect(await document.text(1)).toBe('next');
    }
  });

  test('timers', async () => {
    const trace = 'setInterval(() => { document.body && (document.body.innerHTML = "timer") }, 1)';
    expect(await left(trace, '"clean"')).toEqual(['clean', 'clean']);
  });

  test('listeners and observers of the document', async () => {
    const trace =
      'new MutationObserver((_, self) => { self.disconnect(); document.body?.append("seen") }).observe(document, { subtree: true, childList: true }); addEventListener("load", () => { document.body.append("heard") })';
    expect(await left(trace, '"clean"')).toEqual(['clean', 'clean']);
  });

  test('storage', async () => {
    const kinds = ['localStorage', 'sessionStorage'];
    const trace = kinds.map((kind) => `try { ${kind}.secret = 1 } catch {}`).join(';');
    const look = `[${kinds.map((kind) => `(() => { try { return ${kind}.secret } catch { return undefined } })()`).join()}].join()`;
    expect(await left(trace, look)).toEqual([',', ',']);
  });

  test('cookies and the cache', async () => {
    const image = `<img src="${server.url('/a.svg')}">`;
    const html = `${image}<script>try { document.cookie = 'mine=1' } catch {}</script>`;
    for (const workspaceId of ['ws_one', 'ws_one', 'ws_two'])
      await printer.print(jobOf(html), { workspaceId });
    expect(server.requests).toHaveLength(3);
    expect(cookies).toEqual([undefined, undefined, undefined]);
  });

  test('service workers: none can be registered', async () => {
    const register = 'navigator.serviceWorker.register("/sw.js").then(() => "registered", () => "refused")';
    const look = `'serviceWorker' in navigator ? await ${register} : 'refused'`;
    for (const workspaceId of ['ws_one', 'ws_one', 'ws_two']) {
      expect(await answerOf(look, workspaceId)).toBe('refused');
    }
  });

  test('permissions: an answer to one document is not remembered for the next', async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'];
    const state = `navigator.permissions.query({ name }).then((status) => status.state, () => 'unknown')`;
    const look = `(await Promise.all(${JSON.stringify(names)}.map((name) => ${state}))).join()`;
    const fresh = await answerOf(look, 'ws_fresh');
    expect(fresh).not.toContain('granted');
    const trace = `<script>
      try { navigator.geolocation.getCurrentPosition(() => {}, () => {}) } catch {}
      try { Notification.requestPermission().catch(() => {}) } catch {}
      try { navigator.mediaDevices.getUserMedia({ audio: true, video: true }).catch(() => {}) } catch {}
    </script><p>first`;
    for (const next of ['ws_one', 'ws_two']) {
      await printer.print(jobOf(trace), { workspaceId: 'ws_one' });
      expect(await answerOf(look, next)).toBe(fresh);
    }
  });

  test('styles that were adopted, and fonts that were added', async () => {
    const trace = `const sheet = new CSSStyleSheet(); sheet.replaceSync('p { display: none }'); document.adoptedStyleSheets = [sheet]; document.fonts.add(new FontFace('x', 'url(data:,)'))`;
    expect(await left(trace, 'document.fonts.size')).toEqual(['0', '0']);
  });

  test.each([
    ['', {}],
    [', after a header of its own', { header: bandOf('x', { heightMm: 10 }) }],
  ])('media, size and scale%s', async (_name, options) => {
    const other = { mediaType: 'screen', paper: { widthMm: 600, heightMm: 600 }, scale: 2 } as const;
    const look = write('`${innerWidth} ${innerHeight} ${matchMedia("print").matches}`');
    const own = [];
    for (const job of [jobOf(look), jobOf(look, { ...other, ...options }), jobOf(look)]) {
      const { document } = await printer.print(job);
      own.push(await document.text(1));
    }
    expect(own[0]).toBe('718 1047 true');
    expect(own[1]).toContain('false');
    expect(own[2]).toBe(own[0]);
  });

  test('windows that were opened: they are closed', async () => {
    const opener = '<script>for (let i = 0; i < 5; i++) window.open("about:blank")</script><p>first';
    expect(await (await printer.print(jobOf(opener))).document.text(1)).toBe('first');
    await eventually(async () => expect(await openPages()).toBeLessThanOrEqual(KEPT_PAGES));
    expect(await (await printer.print(jobOf('<p>next'))).document.text(1)).toBe('next');
  });

  variation('downloads: they are not begun', async () => {
    const html = `<a id="file" download="left-behind.txt" href="data:,x">x</a><script>file.click()</script>`;
    await printer.print(jobOf(html));
    expect(await (await printer.print(jobOf('<p>next'))).document.text(1)).toBe('next');
    expect(existsSync('left-behind.txt')).toBe(false);
  });
});

test('a page never serves two workspaces', async () => {
  const seen: string[] = [];
  for (const workspaceId of ['ws_a', 'ws_a', 'ws_b', 'ws_b', 'ws_a']) {
    await printer.pool.withPage({ workspaceId, deadline: Date.now() + 5_000 }, async (page) => {
      seen.push(`${workspaceId} ${page.browserContextId}`);
      await Promise.resolve();
    });
  }
  const contexts = new Map<string, string>();
  for (const entry of seen) {
    const [workspaceId = '', context = ''] = entry.split(' ');
    expect(contexts.get(context) ?? workspaceId).toBe(workspaceId);
    contexts.set(context, workspaceId);
  }
  expect(contexts.size).toBeGreaterThanOrEqual(2);
});

test('a document cannot read files of the machine', async () => {
  const html = `<iframe src="file:///etc/passwd"></iframe><img src="file:///etc/hostname">
    <object data="file:///etc/passwd"></object><p>text</p>`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('text');
});

test('jobs of a workspace that come together get pages of their own', async () => {
  const pool = await printer.openPool({ ready: 2, concurrent: 4 });
  const jobs = Array.from({ length: 12 }, (_, index) => jobOf(`<title>${index}</title><p>job ${index}`));
  const prints = await Promise.all(jobs.map((job) => printInPool(pool, job, limitsOf())));
  expect(prints.map((print) => print.report.pageCount)).toEqual(Array(12).fill(1));
});
