import { type LinkTarget, type OtherEntries, PdfReader } from '@platen/pdf';
import { FaultyDocument, RendererUnavailable } from '@platen/print-engine';
import type { MergeRequest } from '../../../../schema/api/assemble.ts';
import { findSource } from '../../../../schema/api/sources.ts';
import { invalidRequest } from '../../../lib/api-error.ts';
import type { FileRecord } from '../../../objects/ledger/protocol.ts';
import type { AssemblyRun } from './assembly-run.ts';
import { atEntry } from './at-entry.ts';
import { Dossier } from './dossier.ts';
import { printEntries, type PrintedEntry, type ReadyEntry } from './print-entries.ts';
import { openSources, type Source, toReadableError } from './sources.ts';

/** Source: contract 16.5. */
const MAX_ENTRY_PLACES = 10_000;

/** The first one finds the references, and the next two print their targets and their numbers. Then numbers may move pages. */
const MAX_ROUNDS = 6;

const NOTHING_KNOWN: OtherEntries = { places: [], wanted: [] };

/** The entries of a merge that are PDFs already. */
export interface Kept {
  readonly files: readonly (FileRecord & Source)[];
  /** By index, those that the request has itself. */
  readonly own: ReadonlyMap<number, ReadyEntry>;
}

interface PrintedEntries {
  readonly printed: ReadonlyMap<number, PrintedEntry>;
  /** Of the links from entry to entry, by address. */
  readonly targets: ReadonlyMap<string, LinkTarget>;
}

/**
 * Prints the entries of a merge. If entries have names, others may refer to their pages: then those whose numbers are not true are
 * printed again, until all are.
 * @throws {ApiError} names the entry
 */
export async function printDossier(
  run: AssemblyRun,
  request: MergeRequest,
  kept: Kept,
): Promise<PrintedEntries> {
  const { entries, options } = request;
  const names = new Map(entries.flatMap(({ name }, index) => (name === undefined ? [] : [[name, index]])));
  const indexes = entries.flatMap(({ fileId, pdf }, index) =>
    fileId === undefined && pdf === undefined ? [index] : [],
  );
  if (names.size === 0) {
    const printed = await printEntries(run, request, { indexes, viewOf: () => null });
    return { printed, targets: new Map() };
  }
  const dossier = new Dossier(names, options?.firstPageNumber ?? 1);
  await readKept(run, request, kept, dossier);
  const printed = await printUntilTrue(run, request, indexes, dossier);
  return { printed, targets: dossier.listTargets() };
}

async function printUntilTrue(
  run: AssemblyRun,
  request: MergeRequest,
  all: readonly number[],
  dossier: Dossier,
): Promise<ReadonlyMap<number, PrintedEntry>> {
  const printed = new Map<number, PrintedEntry>();
  let indexes = all;
  let views: ReadonlyMap<number, OtherEntries> = new Map();
  for (let round = 1; indexes.length > 0; round += 1) {
    if (round > MAX_ROUNDS) throw unstable(request, indexes, dossier, views);
    const given = views;
    const viewOf = (index: number) => given.get(index) ?? NOTHING_KNOWN;
    for (const [index, entry] of await printEntries(run, request, { indexes, viewOf })) {
      const { pageCount, entryLinks: links } = entry.report;
      if (links === undefined)
        throw new RendererUnavailable('the renderer does not read links between entries');
      printed.set(index, entry);
      dossier.put(index, {
        title: titleOf(request, index, entry.filename),
        pageCount,
        links,
        given: viewOf(index),
      });
    }
    if (dossier.addressCount > MAX_ENTRY_PLACES)
      throw invalidRequest([
        `entries: refer to more than ${MAX_ENTRY_PLACES.toLocaleString('en')} places in each other`,
      ]);
    views = dossier.listViews();
    indexes = dossier.listOutdated(views);
  }
  return printed;
}

/** The pages of an entry depend on the numbers that it prints. */
function unstable(
  { entries }: MergeRequest,
  [index = 0]: readonly number[],
  dossier: Dossier,
  views: ReadonlyMap<number, OtherEntries>,
): unknown {
  const field = findSource(entries[index] ?? {});
  const moved = dossier.listMoved(index, views);
  const details = moved.length > 0 ? moved : ['the references change with each print'];
  return atEntry(
    index,
    new FaultyDocument(details.map((detail) => ({ kind: 'layout', detail: `${field}: ${detail}` }))),
  );
}

/** Reads how many pages the PDFs have. */
async function readKept(
  { ctx }: AssemblyRun,
  request: MergeRequest,
  { files, own }: Kept,
  dossier: Dossier,
): Promise<void> {
  const put = async (index: number, { source, filename }: ReadyEntry) => {
    const pageCount = await (await PdfReader.open(source, ctx.meter)).pageCount();
    const title = titleOf(request, index, filename);
    dossier.put(index, { title, pageCount, links: null, given: NOTHING_KNOWN });
  };
  for (const [index, entry] of own) await put(index, entry);
  const indexes = request.entries
    .flatMap(({ fileId }, index) => (fileId === undefined ? [] : [index]))
    .values();
  for await (const { file, source } of openSources(ctx, files)) {
    const { value: index = 0 } = indexes.next();
    await put(index, { source, filename: file.filename }).catch((error: unknown) => {
      throw toReadableError(error, file.field);
    });
  }
}

/** The title of an entry's bookmark. */
export const titleOf = ({ entries }: MergeRequest, index: number, filename: string): string =>
  entries[index]?.bookmark ?? withoutExtension(filename);

export const withoutExtension = (filename: string): string => filename.replace(/\.pdf$/, '');
