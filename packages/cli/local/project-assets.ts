import { brotliDecompressSync } from 'node:zlib';
import { attachAssets } from '../../../compose/assets/attach-assets.ts';
import type { FoundAsset } from '../../../compose/assets/asset-source.ts';
import { InvalidAsset } from '../../../compose/assets/check/invalid-asset.ts';
import { readAsset } from '../../../compose/assets/check/read-asset.ts';
import { findFamilies, foldFamily } from '../../../compose/assets/find-families.ts';
import type { PrintJob } from '@platen/pdf';
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
  return attachAssets(job, {
    find: async (names) =>
      new Map(files.filter(({ name }) => names.includes(name)).map((file) => [file.name, describe(file)])),
    fonts: files
      .filter(({ name }) => families.size > 0 && FONT_FILE.test(name))
      .map(describe)
      .filter(({ details: { family = '' } }) => families.has(foldFamily(family))),
  });
}

/** Only these files are read to find their family. */
const FONT_FILE = /\.(?:woff2|ttf|otf)$/i;

type AssetFile = Project['assets'] extends ReadonlyMap<string, infer File> ? File : never;

interface Described {
  readonly content: Uint8Array;
  readonly asset: FoundAsset;
}

/** By path. `platen dev` prints with the same files again and again, and a font takes longer to read than a page to print. */
const known = new Map<string, Described>();

function describe(file: AssetFile): FoundAsset {
  const earlier = known.get(file.path);
  if (earlier !== undefined && Buffer.compare(earlier.content, file.content) === 0) return earlier.asset;
  const asset = readFile(file);
  known.set(file.path, { content: file.content, asset });
  return asset;
}

/** @throws {UnreadableAsset} */
function readFile({ name, path, content }: AssetFile): FoundAsset {
  try {
    const { mediaType, details } = readAsset(content, (data, maxOutputLength) =>
      brotliDecompressSync(data, { maxOutputLength }),
    );
    const base64 = Buffer.from(content).toString('base64');
    return { name, mediaType, details, bytes: content.byteLength, read: async () => base64 };
  } catch (cause) {
    if (cause instanceof InvalidAsset) throw new UnreadableAsset(path, `${name} ${cause.message}`, { cause });
    throw cause;
  }
}
