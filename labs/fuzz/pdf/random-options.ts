import { PAGE_SIZES_MM } from './page-sizes.ts';
import type { Random } from '../../../test/support/random.ts';
import type { RandomDocument } from './random-document.ts';

export interface RandomOptions {
  readonly options: Readonly<Record<string, unknown>>;
  readonly widthMm: number;
  /** It is null if the page is as high as its content. */
  readonly heightMm: number | null;
  readonly header: string | null;
  readonly footer: string | null;
  readonly skipsFirst: { readonly header: boolean; readonly footer: boolean };
  readonly watermark: string | null;
  readonly title: string | null;
  readonly attachments: readonly string[];
  readonly userPassword: string | null;
  readonly encrypted: boolean;
}

/** Valid options, and what follows from them. */
export function randomOptions(random: Random, document: RandomDocument): RandomOptions {
  const paper = randomPaper(random, document);
  const bands = randomBands(random);
  const finish = randomFinish(random);
  const options = {
    ...paper.options,
    ...bands.options,
    ...finish.options,
    ...(random.chance(0.3) ? { scale: random.pick([0.5, 0.75, 1, 1.33, 2]) } : {}),
    ...(random.chance(0.2) ? { mediaType: 'screen' } : {}),
    ...(random.chance(0.2) ? { printBackground: false } : {}),
    ...(random.chance(0.2) ? { tagged: true } : {}),
    ...(random.chance(0.15) ? { outline: true } : {}),
    report: true,
  };
  return { ...paper.expected, ...bands.expected, ...finish.expected, options };
}

function randomPaper(random: Random, { cssPage, breaks }: RandomDocument) {
  if (cssPage !== null && random.chance(0.5)) {
    return { options: { preferCssPageSize: true }, expected: cssPage };
  }
  const margin = random.chance(0.6)
    ? { top: random.below(25), right: random.below(12), bottom: random.below(25), left: random.below(12) }
    : undefined;
  if (!breaks && random.chance(0.08)) {
    const widthMm = 60 + random.below(100);
    return {
      options: { format: 'Custom', width: widthMm, height: 'auto', margin },
      expected: { widthMm, heightMm: null },
    };
  }
  const format = random.pick([...Object.keys(PAGE_SIZES_MM), 'Custom', 'Custom']);
  const [width, height] = PAGE_SIZES_MM[format] ?? [80 + random.below(900) / 3, 90 + random.below(900) / 3];
  const isLandscape = random.chance(0.3);
  return {
    options: {
      format,
      ...(format === 'Custom' ? { width, height } : {}),
      ...(isLandscape ? { orientation: 'landscape' } : {}),
      ...(margin === undefined ? {} : { margin }),
    },
    expected: isLandscape ? { widthMm: height, heightMm: width } : { widthMm: width, heightMm: height },
  };
}

function randomBands(random: Random) {
  const has = { header: random.chance(0.4), footer: random.chance(0.4) };
  const skipsFirst = {
    header: has.header && random.chance(0.2),
    footer: has.footer && random.chance(0.2),
  };
  const band = (name: string) => ({
    height: 10 + random.below(10),
    content: `<style>span { font-size: 7pt }</style><span>${name}<span class="pageNumber"></span>of<span class="totalPages"></span>end</span>`,
  });
  return {
    options: {
      ...(has.header ? { header: band('headband') } : {}),
      ...(has.footer ? { footer: band('footband') } : {}),
      ...(skipsFirst.header ? { skipFirstHeader: true } : {}),
      ...(skipsFirst.footer ? { skipFirstFooter: true } : {}),
    },
    expected: { header: has.header ? 'headband' : null, footer: has.footer ? 'footband' : null, skipsFirst },
  };
}

const TITLES = ['Räder 请求', 'a (b) \\ c', '\u202Ertl', '<x> & "y"', '👩‍👩‍👧', 'x'.repeat(999)];

function randomFinish(random: Random) {
  const watermark = random.chance(0.2) ? 'WMARK' : null;
  const title = random.chance(0.25) ? random.pick(TITLES) : null;
  const attachments = random.chance(0.15) ? ['data.xml', 'größe 1.txt'].slice(0, 1 + random.below(2)) : [];
  const encrypted = random.chance(0.15);
  const userPassword = encrypted && random.chance(0.6) ? random.pick(['open', 'pässwörd', '密码']) : null;
  const ownerPassword = encrypted && (userPassword === null || random.chance(0.5)) ? 'own' : null;
  return {
    options: {
      ...(watermark === null ? {} : { watermark: randomWatermark(random, watermark) }),
      ...(title === null ? {} : { metadata: { title, keywords: ['a', 'b,c'], language: 'de-DE' } }),
      ...(attachments.length === 0
        ? {}
        : {
            attachments: attachments.map((name) => ({ name, content: 'content '.repeat(random.below(200)) })),
          }),
      ...(encrypted
        ? {
            encryption: {
              ...(userPassword === null ? {} : { userPassword }),
              ...(ownerPassword === null ? {} : { ownerPassword, permissions: { print: 'low', copy: true } }),
            },
          }
        : {}),
    },
    expected: { watermark, title, attachments, userPassword, encrypted },
  };
}

const randomWatermark = (random: Random, text: string) => ({
  text,
  opacity: random.pick([0.01, 0.5, 1]),
  angle: random.pick([0, 45, -90, 180]),
  layer: random.pick(['above', 'below']),
  tiled: random.chance(0.2),
  ...(random.chance(0.3) ? { width: 20 + random.below(60) } : {}),
});
