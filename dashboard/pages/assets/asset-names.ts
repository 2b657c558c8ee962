const MAX_NAME_CHARACTERS = 100;

/** Returns the name of an asset for a file: `Our logo (2).png` becomes `Our-logo-2-.png`. */
export function toAssetName(filename: string): string {
  const name = filename
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[^A-Za-z0-9]+|\.$/g, '');
  if (name.length <= MAX_NAME_CHARACTERS) return name === '' ? 'asset' : name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, MAX_NAME_CHARACTERS - extension.length).replace(/\.$/, '') + extension;
}

const KINDS: Readonly<Record<string, string>> = {
  'font/woff2': 'WOFF2 font',
  'font/ttf': 'TTF font',
  'font/otf': 'OTF font',
  'image/png': 'PNG picture',
  'image/jpeg': 'JPEG picture',
  'image/webp': 'WebP picture',
  'image/svg+xml': 'SVG picture',
  'application/vnd.iccprofile': 'ICC profile',
  'application/pdf': 'PDF',
};

export const kindOf = (mediaType: string): string => KINDS[mediaType] ?? mediaType;

export const isFont = (mediaType: string): boolean => mediaType.startsWith('font/');

export const isPicture = (mediaType: string): boolean => mediaType.startsWith('image/');
