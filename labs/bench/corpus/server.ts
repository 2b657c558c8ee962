import { createServer } from 'node:http';
import { listen } from '../../../renderer/container/image/listen.ts';
import { FONT_BYTES, fontFace, LOGO_SVG, OFFICE_CSS, UTILITY_CSS } from './parts.ts';
import { ANALYTICS, CHART_LIBRARY, CODE_LIBRARY, FILL_LIBRARY, PAGER_LIBRARY } from './scripts.ts';

/** The name of the server in the documents. `egress.ts` leads the service there. */
export const ASSETS_HOST = 'assets.example.com';

/** No browser reaches it, like a tracker that is gone, or a host in the network of a company. */
export const LOST_HOST = 'lost.example.com';

const PHOTO = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" fill="#cde"/>${Array.from(
  { length: 60 },
  (_, at) =>
    `<circle cx="${(at * 53) % 240}" cy="${(at * 97) % 240}" r="${6 + (at % 20)}" fill="hsl(${at * 6} 60% 60%)"/>`,
).join('')}</svg>`;

type Asset = readonly [type: string, body: string | Buffer];

const css = (body: string): Asset => ['text/css', body];
const script = (body: string): Asset => ['text/javascript', body];
const svg = (body: string): Asset => ['image/svg+xml', body];

const ASSETS: Readonly<Record<string, Asset>> = {
  '/office.css': css(OFFICE_CSS),
  '/utility.css': css(UTILITY_CSS),
  '/brand.css': css(`@import "office.css"; ${fontFace('brand.woff2')}`),
  '/hero.css': css(
    `${OFFICE_CSS} h1 { background: url(photo.svg) right / 30mm no-repeat; min-height: 30mm }`,
  ),
  '/brand.woff2': ['font/woff2', FONT_BYTES],
  '/logo.svg': svg(LOGO_SVG),
  '/photo.svg': svg(PHOTO),
  '/chart.js': script(CHART_LIBRARY),
  '/code.js': script(CODE_LIBRARY),
  '/pager.js': script(PAGER_LIBRARY),
  '/fill.js': script(FILL_LIBRARY),
  '/analytics.js': script(ANALYTICS),
  '/module.js': script('export const greet = (root) => { root.querySelector("h1").append(" for you") }'),
};

/** Serves the style sheets, images, fonts and scripts of the documents. A browser may keep them, as with most servers. */
export async function serveAssets(): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = ASSETS[url.replace(/\?.*$/, '')] ?? [];
    response
      .writeHead(body === undefined ? 404 : 200, {
        'Content-Type': type ?? 'text/plain',
        'Content-Length': Buffer.byteLength(body ?? ''),
        'Cache-Control': 'max-age=3600',
        'Access-Control-Allow-Origin': '*',
      })
      .end(body);
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    origin: `http://${ASSETS_HOST}:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
