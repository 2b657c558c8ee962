import { PAGED_CSS } from '../../paged-css.ts';
import { isReadable, readRules } from '../css-rules.ts';
import type { PagesOfSheets } from '../../messages.ts';
import { listIgnored } from '../ignored-in-page.ts';
import { page } from '../pristine.ts';
import { delay, waitForEnd } from '../waiting.ts';

/** The texts of linked and imported style sheets, by address. A text is null if it cannot be read. */
export type SheetTexts = ReadonlyMap<string, string | null>;

/** Further style sheets, and longer ones, are not read. */
const MAX_SHEETS = 50;
const MAX_SHEET_CHARACTERS = 5_000_000;

/** The texts are in Chromium's cache, so they need little time. */
const MAX_MS = 2_000;

type Roots = readonly (Document | ShadowRoot)[];

interface Reading {
  readonly roots: Roots;
  readonly texts: Promise<SheetTexts>;
  /** Waits for what a style sheet changes. */
  readonly settle: () => Promise<unknown>;
}

/** It is null if no texts are read. */
let reading: Reading | null = null;

/**
 * Begins to read the texts of linked and imported style sheets again, because Chromium does not show what it dropped. They come from its
 * cache while the document is printed. If they have CSS for pages, it is printed again.
 * @param settle waits for what a style sheet changes
 * @returns whether texts are read
 */
export function readSheets(roots: Roots, settle: Reading['settle']): boolean {
  const addresses = findAddresses(roots);
  reading = addresses.size === 0 ? null : { roots, texts: readAll(addresses), settle };
  return reading !== null;
}

/** Makes the style sheets with CSS for pages readable, and returns the texts. It changes the document, so nothing else may use it meanwhile. */
export async function openSheets(): Promise<SheetTexts> {
  if (reading === null) return new Map();
  const { roots, texts, settle } = reading;
  if (await openLinks(roots, await texts)) await settle();
  return texts;
}

/** @param isReported CSS for pages without an effect is looked for */
export async function judgeSheets(isReported: boolean): Promise<PagesOfSheets> {
  const texts = [...((await reading?.texts)?.values() ?? [])].filter((text) => text !== null);
  return {
    isPaged: texts.some((text) => PAGED_CSS.test(text)),
    ignored: isReported ? listIgnored(texts) : [],
  };
}

function findAddresses(roots: Roots): Set<string> {
  const addresses = new Set<string>();
  const find = (sheet: CSSStyleSheet): void => {
    if (sheet.href !== null) addresses.add(sheet.href);
    for (const rule of readRules(sheet))
      if (rule instanceof CSSImportRule && rule.styleSheet !== null) find(rule.styleSheet);
  };
  for (const sheet of roots.flatMap((root) => Array.from(root.styleSheets))) find(sheet);
  return addresses;
}

async function readAll(addresses: ReadonlySet<string>): Promise<SheetTexts> {
  const signal = AbortSignal.timeout(MAX_MS);
  const read = async (address: string, index: number) =>
    [address, index < MAX_SHEETS ? await readSheet(address, signal) : null] as const;
  return new Map(await Promise.all(Array.from(addresses, read)));
}

async function readSheet(address: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(address, { cache: 'force-cache', signal });
    const text = answer.ok ? await answer.text() : null;
    return text !== null && text.length <= MAX_SHEET_CHARACTERS ? text : null;
  } catch {
    return null;
  }
}

/**
 * Scripts cannot read the rules of a linked style sheet of another origin, unless its link has `crossorigin` and the server allows it. So such
 * links are loaded again with `crossorigin`.
 * @returns whether there was such a link
 */
async function openLinks(roots: Roots, texts: SheetTexts): Promise<boolean> {
  const links = roots
    .flatMap((root) => Array.from(root.styleSheets))
    .flatMap(({ ownerNode, href }) =>
      ownerNode instanceof HTMLLinkElement &&
      ownerNode.crossOrigin === null &&
      PAGED_CSS.test(texts.get(href ?? '') ?? '') &&
      ownerNode.sheet !== null &&
      !isReadable(ownerNode.sheet)
        ? [ownerNode]
        : [],
    );
  const ends = links.map((link) => waitForEnd(openLink(link)));
  await Promise.race([Promise.all(ends), delay(MAX_MS)]);
  return links.length > 0;
}

/** Chromium does not load a link again if only its `crossorigin` changes. */
function openLink(link: HTMLLinkElement): HTMLLinkElement {
  const open = page.importNode(link);
  for (const handler of ['onload', 'onerror']) open.removeAttribute(handler);
  open.crossOrigin = 'anonymous';
  link.replaceWith(open);
  return open;
}
