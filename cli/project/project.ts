import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import type { SampleSet } from '../../schema/api/sample-sets.ts';
import type { DataSchema } from '../../schema/api/templates.ts';
import type { Translations } from '../../schema/api/translations.ts';

/** A template without what only the folder knows: what a push sends and a pull brings. */
export interface TemplateState {
  readonly name: string;
  readonly content: string;
  readonly settings: TemplateSettings;
  readonly dataSchema: DataSchema | null;
  readonly sampleSets: readonly SampleSet[];
  readonly translations: Translations | null;
}

export interface ProjectSample extends SampleSet {
  /** Its path in the folder of the template: `samples/two-items.json`. */
  readonly file: string;
}

export interface ProjectTemplate extends TemplateState {
  readonly sampleSets: readonly ProjectSample[];
  /** The name of its folder. */
  readonly slug: string;
  /** Absolute. */
  readonly directory: string;
  /** By their paths in the folder, with `/`. */
  readonly files: ReadonlyMap<string, string>;
  /** Fields of `settings.json` that only commands read, such as `build`. The service never gets them. */
  readonly local: Readonly<Record<string, unknown>>;
}

/** A partial or an asset. Its name is one of the whole workspace, in whichever folder the file is. */
export interface ProjectFile<Content> {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly content: Content;
}

export interface Project {
  /** Absolute: the folder with `platen.json`, or that of the single template. */
  readonly directory: string;
  /** The folder is one template, without `platen.json`. */
  readonly isSingle: boolean;
  /** `platen.json`. Each command reads its own fields. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly templates: readonly ProjectTemplate[];
  readonly partials: ReadonlyMap<string, ProjectFile<string>>;
  readonly assets: ReadonlyMap<string, ProjectFile<Uint8Array<ArrayBuffer>>>;
}

export const PROJECT_FILE = 'platen.json';
export const TEMPLATES_FOLDER = 'templates';
export const PARTIALS_FOLDER = 'partials';
export const ASSETS_FOLDER = 'assets';

export const CONTENT_FILE = 'template.hbs';
export const SETTINGS_FILE = 'settings.json';
export const SCHEMA_FILE = 'schema.json';
export const SAMPLES_FOLDER = 'samples';
export const LOCALES_FOLDER = 'locales';
