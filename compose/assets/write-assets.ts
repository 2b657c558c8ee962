import type { Meter } from '@platen/meter';
import type { Band, PrintJob } from '@platen/pdf';
import { MAX_LETTERHEAD_BYTES, MAX_WATERMARK_IMAGE_BYTES } from '../../schema/api/finish-options.ts';
import { PDF_TYPE } from '../../schema/media-types.ts';
import { ASSET_NAME } from '../../schema/api/components.ts';
import { InvalidComposition } from '../errors.ts';
import { MAX_SIDE_PX } from '../image-type.ts';
import { type AssetPlace, findHead, findPlaces } from './asset-places.ts';
import type { AssetSource, FoundAsset } from './asset-source.ts';
import { findFamilies, foldFamily } from './find-families.ts';
import { writeFontFace } from './font-face.ts';
import { UnusableAssets } from './unusable-assets.ts';
import { ASSET_SCHEME, base64Length, FILE_SCHEME, markOf, MAX_ATTACHED_CHARACTERS } from './uses-assets.ts';

/** Work of the meter for a character in which places and fonts are found. */
const WORK_PER_CHAR = 5;

interface TextUses {
  readonly places: readonly AssetPlace[];
  readonly fonts: readonly FoundAsset[];
}

/** An error names at most as many assets. */
const MAX_DETAILS = 20;

/**
 * Writes the assets into the document, the bands and the watermark as `data:` URLs, so that the page needs no network.
 *
 * @throws {UnusableAssets | InvalidComposition}
 */
export async function writeAssets(job: PrintJob, source: AssetSource, meter: Meter): Promise<PrintJob> {
  const { fonts = [], find, reserve } = source;
  const texts = [job.html, ...[...job.header, ...job.footer].map(({ html }) => html)];
  const uses = new Map<string, TextUses>();
  for (const text of texts) {
    meter.charge(text.length * WORK_PER_CHAR);
    uses.set(text, { places: findPlaces(text), fonts: fontsIn(text, fonts) });
    await meter.pause();
  }
  const mark = markOf(job).slice(ASSET_SCHEME.length);
  const names = texts.flatMap((text) => uses.get(text)?.places ?? []).map(({ name }) => name);
  const letterhead = letterheadOf(job);
  const options = new Map([
    [mark, 'options.watermark.image'],
    [letterhead, job.finish?.letterhead?.field ?? ''],
  ]);
  options.delete('');
  const assets = await findAll(find, names, options);
  const sheet = requireLetterhead(job, assets.get(letterhead));
  const shownFonts = texts.flatMap((text) => uses.get(text)?.fonts ?? []);
  const characters = measure([
    ...names.map((name) => assets.get(name)),
    ...(sheet === undefined ? [] : [sheet]),
    ...shownFonts,
  ]);
  await reserve?.(characters);
  const urls = await readAll(assets, new Set(names));
  const faces = await readFaces(shownFonts);
  const write = (html: string) => {
    const used = uses.get(html);
    if (used === undefined) return html;
    const rules = used.fonts.map((font) => faces.get(font) ?? '').join('');
    return withRules(replacePlaces(html, used.places, urls), rules);
  };
  const toBand = (band: Band): Band => ({ ...band, html: write(band.html) });
  const written: PrintJob = {
    ...job,
    html: write(job.html),
    header: job.header.map(toBand),
    footer: job.footer.map(toBand),
    ...(mark !== '' && { finish: await withMark(job, assets.get(mark)) }),
  };
  return sheet === undefined ? written : withLetterhead(written, sheet, meter);
}

/** Returns the fonts that a text names. Each band is a document of its own, so it needs its own rules. */
function fontsIn(text: string, fonts: readonly FoundAsset[]): FoundAsset[] {
  if (fonts.length === 0 || text === '') return [];
  const families = new Set(findFamilies([text]));
  return fonts.filter(({ details }) => families.has(foldFamily(details.family ?? '')));
}

const readFaces = async (fonts: readonly FoundAsset[]): Promise<ReadonlyMap<FoundAsset, string>> =>
  new Map(
    await Promise.all(
      [...new Set(fonts)].map(async (font) => [font, writeFontFace(font, await font.read())] as const),
    ),
  );

/** @param options the names that options have, with their fields @throws {UnusableAssets | InvalidComposition} */
async function findAll(
  find: AssetSource['find'],
  names: readonly string[],
  options: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, FoundAsset>> {
  const wanted = [...new Set([...names, ...options.keys()])];
  const valid = wanted.filter((name) => ASSET_NAME.test(name) || isFile(name));
  const assets = valid.length === 0 ? new Map<string, FoundAsset>() : await find(valid);
  const missing = wanted.filter((name) => !assets.has(name));
  // The service has refused a file that it does not have.
  if (missing.some(isFile))
    throw new InvalidComposition([
      'options.letterhead.fileId: files are only in the service. Use options.letterhead.asset, or print with the service',
    ]);
  if (missing.length === 0) return assets;
  const details = missing.slice(0, MAX_DETAILS).map((name) => {
    const field = options.get(name);
    const shown = `${field === undefined ? '' : `${field}: `}${ASSET_SCHEME}${name.slice(0, 100)}`;
    return ASSET_NAME.test(name)
      ? `${shown}: the workspace has no asset with this name`
      : `${shown}: is no name of an asset`;
  });
  throw new UnusableAssets('ASSET_NOT_FOUND', details);
}

/** @throws {UnusableAssets} */
function measure(shown: readonly (FoundAsset | undefined)[]): number {
  const characters = shown.reduce((sum, asset) => sum + base64Length(asset?.bytes ?? 0), 0);
  if (characters <= MAX_ATTACHED_CHARACTERS) return characters;
  throw new UnusableAssets('ASSETS_TOO_LARGE', [
    `the document shows assets ${shown.length} times, which takes ${characters} characters; it may have ${MAX_ATTACHED_CHARACTERS}`,
  ]);
}

async function readAll(
  assets: ReadonlyMap<string, FoundAsset>,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const read = [...names].map(async (name) => {
    const asset = assets.get(name);
    return [name, asset === undefined ? '' : `data:${asset.mediaType};base64,${await asset.read()}`] as const;
  });
  return new Map(await Promise.all(read));
}

function replacePlaces(
  html: string,
  places: readonly AssetPlace[],
  urls: ReadonlyMap<string, string>,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const { name, start, end } of places) {
    parts.push(html.slice(at, start), urls.get(name) ?? '');
    at = end;
  }
  return at === 0 ? html : parts.join('') + html.slice(at);
}

function withRules(html: string, rules: string): string {
  if (rules === '') return html;
  const at = findHead(html);
  return `${html.slice(0, at)}<style>${rules}</style>${html.slice(at)}`;
}

const isFile = (name: string): boolean => name.startsWith(FILE_SCHEME);

/** Returns the name of an asset, or a file with its scheme. Empty for a job without a letterhead. */
function letterheadOf({ finish }: PrintJob): string {
  const { base64 = '' } = finish?.letterhead ?? {};
  return base64.startsWith(ASSET_SCHEME) ? base64.slice(ASSET_SCHEME.length) : base64;
}

/** @throws {InvalidComposition} before it is read */
function requireLetterhead({ finish }: PrintJob, asset: FoundAsset | undefined): FoundAsset | undefined {
  const field = finish?.letterhead?.field;
  if (asset === undefined || field === undefined) return undefined;
  if (asset.mediaType !== PDF_TYPE)
    throw new InvalidComposition([`${field}: is not a PDF, but ${asset.mediaType}`]);
  if (asset.bytes > MAX_LETTERHEAD_BYTES)
    throw new InvalidComposition([
      `${field}: has ${asset.bytes} bytes; a letterhead may have ${MAX_LETTERHEAD_BYTES}`,
    ]);
  return asset;
}

async function withLetterhead(job: PrintJob, sheet: FoundAsset, meter: Meter): Promise<PrintJob> {
  const { finish } = job;
  if (!finish?.letterhead) return job;
  meter.charge(sheet.bytes);
  return { ...job, finish: { ...finish, letterhead: { ...finish.letterhead, base64: await sheet.read() } } };
}

/** The watermark is drawn into the PDF, so it takes the formats of `options.watermark.image`. */
async function withMark({ finish }: PrintJob, asset: FoundAsset | undefined): Promise<PrintJob['finish']> {
  if (!finish?.watermark || asset === undefined) return finish;
  const { mediaType, bytes, name, details } = asset;
  if (mediaType !== 'image/png' && mediaType !== 'image/jpeg')
    throw new InvalidComposition([`options.watermark.image: ${ASSET_SCHEME}${name} must be a PNG or a JPEG`]);
  if (bytes > MAX_WATERMARK_IMAGE_BYTES)
    throw new InvalidComposition([
      `options.watermark.image: has ${bytes} bytes; an image may have ${MAX_WATERMARK_IMAGE_BYTES}`,
    ]);
  if (Math.max(details.width ?? 0, details.height ?? 0) > MAX_SIDE_PX)
    throw new InvalidComposition([`options.watermark.image: has more than ${MAX_SIDE_PX} pixels on a side`]);
  return {
    ...finish,
    watermark: { ...finish.watermark, content: { base64: await asset.read(), mediaType } },
  };
}
