import {
  type BandLayout,
  type BandsToPrepare,
  type LaidOutBands,
  SHEET_SLACK_MM,
  SHEET_ZOOM,
} from '../messages.ts';
import { waitForResources } from './band-resources.ts';
import { makeSheet, type ParsedBand, parseBand, toBoxStyle, toImportant } from './band-tree.ts';
import { fitBands } from './fit-band.ts';
import { MAX_ENTRIES, MAX_ENTRY_CHARACTERS } from './limits.ts';
import { Budget } from './waiting.ts';

/** A navigation ends before its document is parsed. */
async function waitForBody(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

interface PreparedBands {
  readonly bands: readonly ParsedBand[];
  /** The rest of `resourceBudgetMs`. */
  readonly leftMs: number;
  /** A sheet that is not printed. It keeps images and fonts loaded. */
  readonly sample: HTMLElement;
}

let preparing: Promise<PreparedBands>;

/** The roots of the bands on all sheets. */
let laidOut: readonly ShadowRoot[] = [];

function prepareBands(bands: BandsToPrepare): void {
  preparing = prepare(bands);
  // `layOutBands` reports it.
  preparing.catch(() => {});
}

/** Loads what the bands need, while nobody knows yet how many pages there are. */
async function prepare(preparation: BandsToPrepare): Promise<PreparedBands> {
  const { bands: contents, paper, resourceBudgetMs } = preparation;
  await waitForBody();
  document.documentElement.style.cssText = toBoxStyle({});
  document.body.style.cssText = toBoxStyle({ zoom: SHEET_ZOOM });
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(resourceBudgetMs);
  const bands = await Promise.all(
    contents.map((content, index) => parseBand(content, `band ${index}`, signal)),
  );
  document.adoptedStyleSheets = listFonts(bands);
  const { section, trees } = makeSheet(bands, paper, { pageNumber: '1', totalPages: '1' });
  document.body.append(section);
  const leftMs = () => Math.max(0, resourceBudgetMs - (performance.now() - startedAt));
  await waitForResources(trees, trees, new Budget(leftMs()));
  section.remove();
  return { bands, leftMs: leftMs(), sample: section };
}

const listFonts = (bands: readonly ParsedBand[]): CSSStyleSheet[] =>
  bands.flatMap(({ styles }) => styles.fonts);

async function layOutBands({ sizes, sheets, texts }: BandLayout): Promise<LaidOutBands> {
  const { bands, leftMs } = await preparing;
  const made = sheets.map((sheet) => {
    const shown = sheet.bands.flatMap((band) => bands[band] ?? []);
    const size = sizes[sheet.size] ?? { widthMm: 0, heightMm: 0 };
    const { section, trees } = makeSheet(shown, size, { ...texts, ...sheet.texts });
    section.style.setProperty('page', sizes.length > 1 ? `s${sheet.size}` : 'auto', 'important');
    section.style.setProperty('break-after', sheet === sheets.at(-1) ? 'auto' : 'page', 'important');
    return { section, trees };
  });
  document.body.replaceChildren(...made.map(({ section }) => section));
  document.adoptedStyleSheets = [makePaper(sizes), ...listFonts(bands)];
  const trees = made.flatMap((sheet) => sheet.trees);
  laidOut = trees.map(({ root }) => root);
  const samples = bands.flatMap((band) => trees.find((tree) => tree.band === band) ?? []);
  await waitForResources(trees, samples, new Budget(leftMs));
  const needed = fitBands(trees);
  return {
    bands: bands.map((band) => ({
      contentHeightMm: needed.get(band) ?? 0,
      unreadable: band.styles.unreadable
        .slice(0, MAX_ENTRIES)
        .map(({ url }) => url.slice(0, MAX_ENTRY_CHARACTERS)),
    })),
  };
}

function makePaper(sizes: BandLayout['sizes']): CSSStyleSheet {
  const rules = sizes.map(({ widthMm, heightMm }, index) => {
    const size = `${widthMm}mm ${heightMm + SHEET_SLACK_MM}mm`;
    return `@page ${sizes.length > 1 ? `s${index}` : ''}{${toImportant({ size, margin: 0 })}}`;
  });
  const paper = new CSSStyleSheet();
  paper.replaceSync(rules.join(''));
  return paper;
}

Object.assign(globalThis, { prepareBands, layOutBands, listBandRoots: () => laidOut });
