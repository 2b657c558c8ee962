/** Source: decision 13. */
export const MAX_FILENAME_CHARACTERS = 255;

/** Unicode code points, which is what the limit counts. */
export const characterCount = (text: string): number => Array.from(text).length;

/** Control characters and what separates folders on any system. */
const UNSAFE = /[\p{Cc}/\\]/gu;

const EXTENSION = /\.pdf$/i;

/**
 * A file name without `.pdf`, made safe, or null where nothing usable is left: empty, `.`, `..` or only `.pdf`.
 * Does not judge its length. A lone surrogate, which no header can carry, becomes the replacement character.
 * Source: decision 13.
 */
export function normaliseFilename(text: string): string | null {
  const name = text.toWellFormed().trim().replace(EXTENSION, '').trim().replaceAll(UNSAFE, '-');
  return name === '' || name === '.' || name === '..' ? null : name;
}

/** As many characters of a rendered name as a file name may have. */
function cutFilename(name: string): string {
  // Code points never outnumber UTF-16 units.
  if (name.length <= MAX_FILENAME_CHARACTERS) return name;
  let cut = '';
  let count = 0;
  for (const character of name) {
    if (count === MAX_FILENAME_CHARACTERS) break;
    cut += character;
    count += 1;
  }
  return cut.trimEnd();
}

/**
 * The PDF's name, `.pdf` included: the request's, else the rendered `outputName`, else the template's, else
 * `document`. Source: decisions 13 and 14.
 */
export function chooseFilename(sources: {
  readonly requested: string | null;
  readonly outputName: string | null;
  readonly templateName: string | null;
}): string {
  const { requested, outputName, templateName } = sources;
  const rendered = outputName === null ? null : normaliseFilename(outputName);
  const named = templateName === null ? null : normaliseFilename(templateName);
  const name = requested ?? (rendered === null ? null : cutFilename(rendered)) ?? named ?? 'document';
  return `${name}.pdf`;
}
