/** Something of the page that the import left as it is, or that may print otherwise. */
export interface Note {
  /** The page, or a style sheet that it uses. */
  readonly file: string;
  /** From 1. It is null for the whole file. */
  readonly line: number | null;
  readonly text: string;
}

/** Notes in the order of the files and their lines. The same note of a file is kept once. */
export class Notes {
  readonly #notes = new Map<string, Note>();

  add(file: string, line: number | null, text: string): void {
    this.#notes.set(`${file}\0${line}\0${text}`, { file, line, text });
  }

  get list(): readonly Note[] {
    return [...this.#notes.values()];
  }
}

export const describeNote = ({ file, line, text }: Note): string =>
  `${line === null ? file : `${file}:${line}`}: ${text}`;

/** Returns the number of the line, from 1. */
export const lineAt = (source: string, index: number): number => {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < index; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
};
