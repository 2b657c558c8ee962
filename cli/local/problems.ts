import { join } from 'node:path';
import { RenderFailure } from '@platen/print-engine';
import { UnusableAssets } from '../../compose/assets/unusable-assets.ts';
import { InvalidDataSchema } from '../../compose/data-schema/index.ts';
import {
  FaultyComposition,
  InvalidComposition,
  isBandDocument,
  type TemplateDocument,
  TemplateError,
} from '../../compose/errors.ts';
import { CommandFailure } from '../command.ts';
import { shownPath } from '../lib/files.ts';
import {
  CONTENT_FILE,
  LOCALES_FOLDER,
  type Project,
  type ProjectTemplate,
  SCHEMA_FILE,
  SETTINGS_FILE,
} from '../project/project.ts';
import { findInJson, parsePath, type Place } from './json-places.ts';
import { UnreadableAsset } from './project-assets.ts';
import { fileOfSample } from './sample-files.ts';

/** A mistake, and where its author can mend it. */
export interface Problem {
  /** From the folder of the project, with `/`. It is null if no file is at fault. */
  readonly file: string | null;
  readonly place: Place | null;
  readonly message: string;
  /** The line of the file, and one with a caret. */
  readonly excerpt: readonly string[];
}

export interface ProblemOrigin {
  readonly project: Pick<Project, 'directory' | 'partials'>;
  readonly template: ProjectTemplate;
  /** The name of the sample. It is null if the data is not one of the template's samples. */
  readonly sample: string | null;
}

/** `invoice/template.hbs:3:7: …`, which editors turn into links. */
export const describeProblem = ({ file, place, message }: Problem): string => {
  const at = place === null ? '' : `:${place.line}:${place.column}`;
  return file === null ? message : `${file}${at}: ${message}`;
};

/** A problem of no file, or of a file that the message names. */
export const withoutFile = (message: string): Problem => ({ file: null, place: null, message, excerpt: [] });

/** @throws {unknown} the error itself, if neither the template nor its data caused it */
export function findProblems(error: unknown, origin: ProblemOrigin): Problem[] {
  if (error instanceof TemplateError) return [ofTemplate(error, origin)];
  if (error instanceof InvalidComposition || error instanceof UnusableAssets)
    return error.details.map((detail) => ofField(detail, origin));
  if (error instanceof InvalidDataSchema) return [inFile(SCHEMA_FILE, null, error.message, origin)];
  if (error instanceof FaultyComposition || isFaulty(error))
    return error.faults.map(({ detail }) => ofField(detail, origin));
  if (error instanceof UnreadableAsset) {
    const file = shownPath(origin.project.directory, error.path);
    return [{ file, place: null, message: error.message, excerpt: [] }];
  }
  if (error instanceof CommandFailure) return [error.message, ...error.problems].map(withoutFile);
  if (error instanceof RenderFailure) return [ofField(detailOf(error), origin)];
  throw error;
}

const isFaulty = (
  error: unknown,
): error is RenderFailure & { readonly faults: readonly { detail: string }[] } =>
  error instanceof RenderFailure && 'faults' in error;

const detailOf = (error: RenderFailure): string =>
  'detail' in error && typeof error.detail === 'string' ? error.detail : error.message;

function ofTemplate({ document, message, details, position }: TemplateError, origin: ProblemOrigin): Problem {
  const partial = document.startsWith('partial:') ? document.slice('partial:'.length) : null;
  if (partial !== null)
    return { file: pathOfPartial(partial, origin), place: position, message, excerpt: details };
  const { file, path } = fileOfDocument(document, origin.template);
  if (path !== null) return { ...inFile(file, path, message, origin), excerpt: details };
  return { file: pathOf(file, origin), place: position, message, excerpt: details };
}

/** The texts of `settings.json` have a path in it. */
function fileOfDocument(
  document: TemplateDocument,
  { files }: ProjectTemplate,
): { readonly file: string; readonly path: (string | number)[] | null } {
  if (document === 'html' || document === 'markdown') return { file: CONTENT_FILE, path: null };
  if (!isBandDocument(document)) return { file: SETTINGS_FILE, path: [document] };
  const [edge = '', index] = parsePath(document);
  const file = index === undefined ? `${edge}.hbs` : `${edge}-${Number(index) + 1}.hbs`;
  return files.has(file) ? { file, path: null } : { file: SETTINGS_FILE, path: parsePath(document) };
}

/** A detail begins with a field of the request (contract 3.3), which stands in one of the files. */
function ofField(detail: string, origin: ProblemOrigin): Problem {
  const end = detail.indexOf(': ');
  const [root, ...path] = parsePath(end < 0 ? '' : detail.slice(0, end));
  if (root === 'options' || root === 'settings') return inFile(SETTINGS_FILE, path, detail, origin);
  const [locale, ...key] = path;
  if (root === 'translations' && locale !== undefined)
    return inFile(`${LOCALES_FOLDER}/${locale}.json`, key, detail, origin);
  if (root === 'templateData')
    return origin.sample === null
      ? withoutFile(detail)
      : inFile(fileOfSample(origin.template, origin.sample), path, detail, origin);
  return { file: pathOf(CONTENT_FILE, origin), place: null, message: detail, excerpt: [] };
}

function inFile(
  file: string,
  path: readonly (string | number)[] | null,
  message: string,
  origin: ProblemOrigin,
): Problem {
  const text = origin.template.files.get(file);
  const place = text === undefined || path === null ? null : findInJson(text, path);
  return { file: pathOf(file, origin), place, message, excerpt: [] };
}

const pathOf = (file: string, { project, template }: ProblemOrigin): string =>
  shownPath(project.directory, join(template.directory, file));

const pathOfPartial = (name: string, { project }: ProblemOrigin): string | null => {
  const path = project.partials.get(name)?.path;
  return path === undefined ? null : shownPath(project.directory, path);
};
