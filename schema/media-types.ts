/** What a file can be. The extension is that of its filename and its addresses. */
export const FILE_TYPES = {
  'application/pdf': { extension: 'pdf', noun: 'PDF' },
  'image/png': { extension: 'png', noun: 'PNG' },
  'image/jpeg': { extension: 'jpg', noun: 'JPEG' },
  'image/webp': { extension: 'webp', noun: 'WebP' },
} as const;

export type MediaType = keyof typeof FILE_TYPES;

export const MEDIA_TYPES = Object.keys(FILE_TYPES) as [MediaType, ...MediaType[]];

export const PDF_TYPE = 'application/pdf';

export const isMediaType = (text: string): text is MediaType => Object.hasOwn(FILE_TYPES, text);

export const extensionOf = (mediaType: MediaType): string => FILE_TYPES[mediaType].extension;
