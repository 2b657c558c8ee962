import { readFileSync } from 'node:fs';
import type { PrintJob } from '@platen/pdf';
import { inProject } from '../../../../scripts/project.ts';

/** A document and what of it must be on paper. Everything that is left out is not checked. */
export interface ReadyDocument {
  readonly html: string;
  /** All text of page one. */
  readonly text?: string;
  /** A part of the text of the last page. */
  readonly lastPage?: string;
  /** Height in millimetres that the red of page one has at least. 0: there is none. */
  readonly redMm?: number;
  readonly job?: Partial<PrintJob>;
}

export type ReadyDocuments = Readonly<Record<string, ReadyDocument>>;

/** Writes `done` into its only paragraph when the script calls `done()`. */
export const scripted = (code: string, head = ''): string =>
  `${head}<p id="p">not yet</p><script>const done = (text = 'done') => { p.textContent = text };\n${code}</script>`;

/** The document's text is `done`. */
export const writes = (code: string, head = ''): ReadyDocument => ({
  html: scripted(code, head),
  text: 'done',
});

export const dataUrl = (type: string, content: string): string =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;

/** A red square of 20 mm. */
export const RED_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm"><rect width="100%" height="100%" fill="red"/></svg>';

export const RED_IMAGE = dataUrl('image/svg+xml', RED_SVG);

/** A script of an npm package, for a document. */
export const packageScript = (path: string, folder?: string): string =>
  `<script>${packageFile(path, folder).replaceAll('</script', String.raw`<\/script`)}</script>`;

export const packageFile = (path: string, folder = 'node_modules'): string =>
  readFileSync(inProject(folder, path), 'utf8');
