import type { TemplateState } from '../project/project.ts';
import type { Notes } from './notes.ts';

/** What a source has, in the form of a project. */
export interface Imported {
  readonly templates: readonly ImportedTemplate[];
  /** By their names. */
  readonly partials: ReadonlyMap<string, string>;
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

export type ImportedTemplate = Omit<TemplateState, 'translations'>;

/** An import of one kind of source. @param path of a file or a folder */
export type Importer = (path: string, notes: Notes) => Promise<Imported>;
