/** Twenty calls of `chromiumly`, as it is. Arguments: the module, the address, the key, and a folder with the files. */
import { join } from 'node:path';

const [, , module, address, key, folder] = process.argv;
process.env.GOTENBERG_ENDPOINT = address;
process.env.GOTENBERG_API_BASIC_AUTH_USERNAME = 'any';
process.env.GOTENBERG_API_BASIC_AUTH_PASSWORD = key;

const loaded = await import(module);
const { HtmlConverter, HtmlScreenshot, MarkdownConverter, PDFEngines } = loaded.default ?? loaded;

const html = join(folder, 'page.html');
const header = join(folder, 'header.html');
const files = [join(folder, 'three-pages.pdf')];
let failed = 0;

async function call(name, work) {
  try {
    await work();
  } catch (error) {
    failed += 1;
    console.log(`failed: ${name}: ${error.message}`);
  }
}

const convert = (options) => () => new HtmlConverter().convert({ html, ...options });

await call('html', convert({}));
await call('size', convert({ properties: { size: { width: 8.27, height: 11.7 } } }));
await call('margins', convert({ properties: { margins: { top: 1, bottom: 1, left: 1, right: 1 } } }));
await call('landscape', convert({ properties: { landscape: true } }));
await call('scale', convert({ properties: { scale: 0.5 } }));
await call('background', convert({ properties: { printBackground: true } }));
await call('ranges', convert({ properties: { nativePageRanges: { from: 1, to: 1 } } }));
await call('wait', convert({ waitDelay: '100ms' }));
await call('expression', convert({ waitForExpression: '1 === 1' }));
await call('media', convert({ emulatedMediaType: 'screen' }));
await call('metadata', convert({ metadata: { Title: 'T' } }));
await call('header', convert({ header, footer: header }));
await call('pdfa', convert({ pdfa: 'PDF/A-3b' }));
await call('embeds', convert({ embeds: [header] }));
await call('passwords', convert({ userPassword: 'a', ownerPassword: 'b' }));
await call('screenshot', () => new HtmlScreenshot().capture({ html }));
await call('markdown', () =>
  new MarkdownConverter().convert({ html: join(folder, 'index.html'), markdown: join(folder, 'file.md') }),
);
await call('merge', () => PDFEngines.merge({ files: [...files, ...files] }));
await call('read metadata', () => PDFEngines.readMetadata({ files }));
await call('flatten', () => PDFEngines.flatten(files));

console.log(`TypeScript: ${20 - failed} of 20 calls`);
process.exitCode = failed > 0 ? 1 : 0;
