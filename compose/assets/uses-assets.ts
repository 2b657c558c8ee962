import type { PrintJob } from '@platen/pdf';

export const ASSET_SCHEME = 'platen-asset://';

/** A file of the workspace, which only `options.letterhead` can name. */
export const FILE_SCHEME = 'platen-file://';

/** The limit of Base64 characters for all assets of a document. One of the largest assets fits. Each place counts. */
export const MAX_ATTACHED_CHARACTERS = 14_000_000;

/** The characters of base64. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** Returns whether the document may name assets. */
export const usesAssets = (job: PrintJob, fonts: readonly unknown[] = []): boolean =>
  fonts.length > 0 ||
  Boolean(job.finish?.letterhead) ||
  listTexts(job).some((text) => text.includes(ASSET_SCHEME));

const listTexts = (job: PrintJob): string[] => [
  job.html,
  ...[...job.header, ...job.footer].map(({ html }) => html),
  markOf(job),
];

/** Returns the reference of a watermark that is an asset, with its scheme. Empty for other watermarks. */
export const markOf = ({ finish }: PrintJob): string => {
  const content = finish?.watermark?.content;
  return content && 'base64' in content && content.base64.startsWith(ASSET_SCHEME) ? content.base64 : '';
};
