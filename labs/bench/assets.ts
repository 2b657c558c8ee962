import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/project.ts';
import { type BenchDocument, openClient, withService } from './client.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';
import { SMALL_INVOICE_DATA, SMALL_INVOICE_TEMPLATE } from './small-invoice.ts';

/** An asset is no slower than the same data inline. The 5 % allow for the noise of a shared machine. */
const AT_MOST = 1.05;

const read = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(inProject(path)));

const FONT = read('node_modules/bwip-js/fonts/Inconsolata.otf');
const PICTURE = read('docs/pictures/dashboard.webp');

const invoice = (style: string, picture: string): string =>
  `${SMALL_INVOICE_TEMPLATE}<style>${style} body { font-family: Inconsolata }</style><img src="${picture}" alt="" width="300">`;

const dataUrl = (mediaType: string, bytes: Uint8Array): string =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;

const DOCUMENTS: Readonly<Record<string, BenchDocument>> = {
  inline: {
    content: invoice(
      `@font-face { font-family: Inconsolata; src: url(${dataUrl('font/otf', FONT)}) }`,
      dataUrl('image/webp', PICTURE),
    ),
    data: SMALL_INVOICE_DATA,
  },
  'as assets': {
    content: invoice('', 'platen-asset://picture.webp'),
    data: SMALL_INVOICE_DATA,
    assets: { 'font.otf': FONT, 'picture.webp': PICTURE },
  },
};

/** Compares two templates that print the same. One has a font and a picture inline, and the other names them as assets. */
export const benchAssets = (): Promise<string> =>
  withService({ renderer: 'container' }, async (service) => {
    const contestants: Record<string, () => Promise<void>> = {};
    for (const [name, document] of Object.entries(DOCUMENTS))
      contestants[name] = (await openClient(service, document)).generate;
    return describe(await race(contestants, { rounds: 60, warmUp: 15 }));
  });

/** Compares the times of one round with each other, because a shared machine is not always equally fast. */
function describe(times: Readonly<Record<string, readonly number[]>>): string {
  const inline = times.inline ?? [];
  const rows = Object.entries(times).map(([name, values]) => {
    const factor = median(values.map((value, round) => value / (inline[round] ?? Number.NaN)));
    const cell = values === inline ? '' : target(factor, { atMost: AT_MOST });
    return [name, milliseconds(median(values)), ratio(factor), cell];
  });
  return `## Assets\n\nThe small invoice over HTTP, with a font of ${kilobytes(FONT)} and a picture of ${kilobytes(PICTURE)}.\n\n${table(
    [['Font and picture', 'median', 'ratio to inline', 'Target'], ...rows],
  )}`;
}

const kilobytes = ({ byteLength }: Uint8Array): string => `${Math.round(byteLength / 1_000)} kB`;
