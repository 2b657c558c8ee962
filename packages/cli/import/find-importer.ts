import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isJsonObject } from '../../../schema/json-object.ts';
import { CommandFailure } from '../command.ts';
import type { Importer } from './imported.ts';
import { listFiles, parseJson, readOptional, readText } from './read-files.ts';

export const SOURCES = ['jsreport', 'pdfmonkey', 'apitemplate', 'html'] as const;

export type Source = (typeof SOURCES)[number];

const IMPORTERS: Readonly<Record<Source, () => Promise<Importer>>> = {
  jsreport: async () => (await import('./jsreport/import-jsreport.ts')).importJsreport,
  pdfmonkey: async () => (await import('./pdfmonkey.ts')).importPdfmonkey,
  apitemplate: async () => (await import('./apitemplate.ts')).importApitemplate,
  html: async () => (await import('./page/import-page.ts')).importPage,
};

export const loadImporter = (source: Source): Promise<Importer> => IMPORTERS[source]();

/** Finds the kind of source by its files. @throws {CommandFailure} they look like nothing that can be imported */
export async function findSource(path: string): Promise<Source> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new CommandFailure(`${path} does not exist.`);
  const source = found.isDirectory() ? await ofFolder(path) : await ofFile(path);
  if (source !== null) return source;
  throw new CommandFailure(
    `${path} is none of: an export or a folder of jsreport, a template of PDFMonkey or APITemplate, a page of HTML. If it is one of them, name it with --from.`,
  );
}

async function ofFolder(path: string): Promise<Source | null> {
  const files = await listFiles(path);
  if (files.some((file) => /(?:^|\/)(?:body\.html|code)\.liquid$/.test(file))) return 'pdfmonkey';
  for (const file of files.filter((each) => basename(each) === 'config.json')) {
    if ((await readOptional(join(path, file)))?.includes('"$entitySet"') === true) return 'jsreport';
  }
  return files.includes('index.html') ? 'html' : null;
}

async function ofFile(path: string): Promise<Source | null> {
  if (/\.(?:jsrexport|zip)$/i.test(path)) return 'jsreport';
  if (/\.x?html?$/i.test(path)) return 'html';
  if (!/\.json$/i.test(path)) return null;
  const json = parseJson(await readText(path), path);
  if (!isJsonObject(json)) return null;
  if ('document_template' in json || 'document_templates' in json || 'scss_style' in json) return 'pdfmonkey';
  return typeof json.body === 'string' ? 'apitemplate' : null;
}
