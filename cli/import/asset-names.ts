/** Makes a name that the service allows (`schema/api/components.ts`) of another. */
function assetName(name: string): string {
  const text = simplify(name)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[^A-Za-z0-9]+/, '');
  return text === '' ? 'asset' : text.slice(-100).replace(/^[^A-Za-z0-9]+/, '');
}

/** Removes accents, and what is no letter or digit at the ends. */
const simplify = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');

/** The kinds of files that can be assets, by their extensions. */
const ASSET_TYPES = /\.(?:woff2|ttf|otf|png|jpe?g|webp|svg|icc|icm)$/i;

export const canBeAsset = (name: string): boolean => ASSET_TYPES.test(name);

/** Gives each file a name of its own, and the same file the same name. */
export class AssetNames {
  /** The path of the file, by its name in lower case. */
  readonly #taken = new Map<string, string>();

  give(path: string, wanted: string): string {
    const clean = assetName(wanted);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? clean : assetName(numbered(clean, number));
      const owner = this.#taken.get(name.toLowerCase());
      if (owner !== undefined && owner !== path) continue;
      this.#taken.set(name.toLowerCase(), path);
      return name;
    }
  }
}

/** A longer name would lose its number again where it is cut. */
const MAX_NUMBERED_CHARS = 80;

const numbered = (name: string, number: number): string => {
  const dot = name.lastIndexOf('.');
  const end = dot <= 0 ? name.length : dot;
  return `${name.slice(0, Math.min(end, MAX_NUMBERED_CHARS))}-${number}${name.slice(end)}`;
};
