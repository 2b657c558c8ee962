import { brotliDecompressSync } from 'node:zlib';
import { Meter } from '@platen/meter';
import { attachAssets } from '../../compose/assets/attach-assets.ts';
import type { AssetSource, FoundAsset } from '../../compose/assets/asset-source.ts';
import { InvalidAsset } from '../../compose/assets/check/invalid-asset.ts';
import { readAsset } from '../../compose/assets/check/read-asset.ts';
import { findFamilies, foldFamily } from '../../compose/assets/find-families.ts';
import { type PrintJob, readLetterhead, UnreadablePdf } from '@platen/pdf';
import { PDF_TYPE } from '../../schema/media-types.ts';
import { shownPath } from '../lib/files.ts';
import type { Project } from '../project/project.ts';

/** A file in `assets/` that the service would refuse. */
export class UnreadableAsset extends Error {
  override readonly name = 'UnreadableAsset';
  /** Absolute. */
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/**
 * Puts the assets of the folder into a document, as the service does with those of the workspace.
 * @param texts of the template and its partials, which name the families of fonts
 * @throws {UnreadableAsset | UnusableAssets | InvalidComposition}
 */
export async function attachProjectAssets(
  job: PrintJob,
  { assets }: Project,
  texts: readonly string[],
): Promise<PrintJob> {
  const families = new Set(findFamilies(texts));
  const files = [...assets.values()];
  const fonts = await describeAll(files.filter(({ name }) => families.size > 0 && FONT_FILE.test(name)));
  const source: AssetSource = {
    find: async (names) => {
      const found = await describeAll(files.filter(({ name }) => names.includes(name)));
      return new Map(found.map((asset) => [asset.name, asset]));
    },
    fonts: fonts.filter(({ details: { family = '' } }) => families.has(foldFamily(family))),
  };
  return attachAssets(job, source, new Meter({ maxWork: Number.POSITIVE_INFINITY }));
}

/** Only these files are read to find their family. */
const FONT_FILE = /\.(?:woff2|ttf|otf)$/i;

type AssetFile = Project['assets'] extends ReadonlyMap<string, infer File> ? File : never;

interface Described {
  readonly content: Uint8Array;
  readonly asset: FoundAsset;
}

/** The assets that were read, by path. `platen dev` prints with the same files again and again, and a font takes longer to read than a page to print. */
const known = new Map<string, Described>();

async function describe(file: AssetFile): Promise<FoundAsset> {
  const earlier = known.get(file.path);
  if (earlier !== undefined && Buffer.compare(earlier.content, file.content) === 0) return earlier.asset;
  const asset = await readFile(file);
  known.set(file.path, { content: file.content, asset });
  return asset;
}

const describeAll = (files: readonly AssetFile[]): Promise<FoundAsset[]> => Promise.all(files.map(describe));

/** Lists the problems of all assets of the folder, which the service would find when they are uploaded. */
export async function findAssetProblems({ directory, assets }: Project): Promise<string[]> {
  const found = await Promise.allSettled([...assets.values()].map(describe));
  return found.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    const error: unknown = result.reason;
    if (!(error instanceof UnreadableAsset)) throw error;
    return [`${shownPath(directory, error.path)}: ${error.message}`];
  });
}

/** @throws {UnreadableAsset} */
async function readFile({ name, path, content }: AssetFile): Promise<FoundAsset> {
  try {
    const { mediaType, details } = await readAsset(
      content,
      (data, maxOutputLength) => brotliDecompressSync(data, { maxOutputLength }),

      new Meter({ maxWork: Number.POSITIVE_INFINITY }),
    );
    if (mediaType === PDF_TYPE)
      await readLetterhead(content, new Meter({ maxWork: Number.POSITIVE_INFINITY }));
    const base64 = Buffer.from(content).toString('base64');
    return { name, mediaType, details, bytes: content.byteLength, read: async () => base64 };
  } catch (cause) {
    if (cause instanceof UnreadablePdf)
      throw new UnreadableAsset(path, `${name} cannot be read: ${cause.message}`, { cause });
    if (cause instanceof InvalidAsset) throw new UnreadableAsset(path, `${name} ${cause.message}`, { cause });
    throw cause;
  }
}
