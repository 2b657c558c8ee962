/** Source: contract 1.5. */
export const MAX_FILENAME_CHARACTERS = 255;

/** Counts Unicode code points, as the limit does. */
export const characterCount = (text: string): number => Array.from(text).length;

const UNSAFE = /[\p{Cc}/\\]/gu;

/** Format characters: they have no width, and some reverse the text (`fdp.exe` is shown as `exe.pdf`). */
const INVISIBLE = /\p{Cf}/gu;

/** By the extension of the file, those that a name may have already: `invoice.pdf` becomes `invoice.png`. */
const EXTENSIONS: Readonly<Record<string, RegExp>> = {
  png: /\.(?:pdf|png)$/i,
  jpg: /\.(?:pdf|jpe?g)$/i,
  webp: /\.(?:pdf|webp)$/i,
};
const PDF_EXTENSION = /\.pdf$/i;

/** Returns a safe name without its extension, or null. Headers cannot carry lone surrogates (contract 1.5). */
export const normaliseFilename = (text: string, extension = 'pdf'): string | null =>
  normaliseName(
    toVisible(text)
      .replace(EXTENSIONS[extension] ?? PDF_EXTENSION, '')
      .trim(),
  );

/** Returns a safe name with its extension, or null. */
export function normaliseName(text: string): string | null {
  const name = toVisible(text).replaceAll(UNSAFE, '-');
  return name === '' || name === '.' || name === '..' ? null : name;
}

const toVisible = (text: string): string => text.toWellFormed().replaceAll(INVISIBLE, '').trim();

function cutFilename(name: string): string {
  // There are never more code points than UTF-16 units.
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

const cut = (name: string | null): string | null => (name === null ? null : cutFilename(name));

/** Returns the first name that is present, with its extension. Source: contract 1.5. */
export function chooseFilename(sources: {
  readonly requested: string | null;
  readonly outputName: string | null;
  readonly templateName: string | null;
  /** The title of the document. */
  readonly title: string | null;
  /** Without a dot. */
  readonly extension: string;
}): string {
  const { requested, outputName, templateName, title, extension } = sources;
  const rendered = outputName === null ? null : normaliseFilename(outputName, extension);
  const named = templateName === null ? null : normaliseFilename(templateName);
  const titled = title === null ? null : normaliseFilename(title);
  const name = requested ?? cut(rendered) ?? named ?? cut(titled) ?? 'document';
  return `${name}.${extension}`;
}
