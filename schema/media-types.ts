/** A file has one of these types. Its filename and its addresses have the extension. */
export const FILE_TYPES = {
  'application/pdf': { extension: 'pdf', noun: 'PDF' },
  'image/png': { extension: 'png', noun: 'PNG' },
  'image/jpeg': { extension: 'jpg', noun: 'JPEG' },
  'image/webp': { extension: 'webp', noun: 'WebP' },
} as const satisfies Record<string, { extension: string; noun: string }>;

export const MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const;

export type MediaType = (typeof MEDIA_TYPES)[number];

export const PDF_TYPE = 'application/pdf';

export const isMediaType = (text: string): text is MediaType => Object.hasOwn(FILE_TYPES, text);

export const extensionOf = (mediaType: MediaType): string => FILE_TYPES[mediaType].extension;
