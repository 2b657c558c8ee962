import { describe, expect, test } from 'vitest';
import { printInPool } from '../../renderer/print.ts';
import { jobOf } from './support/jobs.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';

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

describe('nothing passes from one job to the next', () => {
  test('globals', async () => {
    expect(await left('window.secret = 1; var other = 2', 'typeof secret + typeof other')).toEqual(
      Array(2).fill('undefinedundefined'),
    );
  });

  test('changed prototypes', async () => {
    expect(await left('Array.prototype.map = () => "changed"', '[1].map((x) => x)')).toEqual(['1', '1']);
  });

  test('the name of the window and its history', async () => {
    expect(await left('window.name = "secret"; history.pushState?.({ a: 1 }, "")', '`[${name}]`')).toEqual([
      '[]',
      '[]',
    ]);
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

  test('service workers cannot be registered', async () => {
    const look =
      '"serviceWorker" in navigator ? navigator.serviceWorker.register("/sw.js").then(() => "yes", () => "no") && "asked" : "none"';
    expect(await left('navigator.serviceWorker?.register("/sw.js").catch(() => {})', look)).toEqual([
      expect.stringMatching(/asked|none/),
      expect.stringMatching(/asked|none/),
    ]);
  });

  test('styles that were adopted, and fonts that were added', async () => {
    const trace = `const sheet = new CSSStyleSheet(); sheet.replaceSync('p { display: none }'); document.adoptedStyleSheets = [sheet]; document.fonts.add(new FontFace('x', 'url(data:,)'))`;
    expect(await left(trace, 'document.fonts.size')).toEqual(['0', '0']);
  });

  test('media, size and scale', async () => {
    await printer.print(
      jobOf('x', { mediaType: 'screen', paper: { widthMm: 600, heightMm: 600 }, scale: 2 }),
    );
    const { document } = await printer.print(jobOf(write('`${innerWidth}${matchMedia("print").matches}`')));
    expect(await document.text(1)).toBe('718true');
  });

  test('windows that were opened are closed, and downloads are not begun', async () => {
    await printer.print(
      jobOf(`<a id="file" download="x" href="data:,x">x</a><script>
        for (let i = 0; i < 5; i++) window.open('about:blank'); file.click()</script>`),
    );
    const { document } = await printer.print(jobOf('<p>next'));
    expect(await document.text(1)).toBe('next');
  });
});

test('a page never serves two workspaces', async () => {
  const seen: string[] = [];
  for (const workspaceId of ['ws_a', 'ws_a', 'ws_b', 'ws_b', 'ws_a']) {
    await printer.pool.withPage(workspaceId, Date.now() + 5_000, async (page) => {
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

test('files of the machine are not to be had', async () => {
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
