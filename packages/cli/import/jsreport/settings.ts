import type { TemplateSettings } from '../../../../schema/api/pdf-options.ts';
import { isJsonObject } from '../../../../schema/json-object.ts';
import { findFormat, type Margin, toMargin, toMillimetres } from '../lengths.ts';
import type { Notes } from '../notes.ts';
import type { Entity } from './entities.ts';

/** Turns what a text calls into partials and assets. */
export type TurnText = (text: string, place: string) => string;

/** The settings of the recipes `chrome-pdf` and `phantom-pdf`. */
export function toSettings(template: Entity, turn: TurnText, notes: Notes): TemplateSettings {
  const { recipe, chrome, phantom, headerTemplate, footerTemplate } = template.fields;
  if (recipe === 'phantom-pdf') return ofPhantom(isJsonObject(phantom) ? phantom : {}, template, turn, notes);
  const bands = {
    ...(headerTemplate === undefined ? {} : { headerTemplate }),
    ...(footerTemplate === undefined ? {} : { footerTemplate }),
  };
  return ofChrome({ ...(isJsonObject(chrome) ? chrome : {}), ...bands }, template, turn, notes);
}

type Fields = Readonly<Record<string, unknown>>;

const CHROME: ReadonlySet<string> = new Set([
  'scale',
  'displayHeaderFooter',
  'printBackground',
  'landscape',
  'pageRanges',
  'format',
  'width',
  'height',
  'marginTop',
  'marginRight',
  'marginBottom',
  'marginLeft',
  'headerTemplate',
  'footerTemplate',
  'waitForJS',
  'waitForNetworkIdle',
  'mediaType',
]);

function ofChrome(chrome: Fields, { file }: Entity, turn: TurnText, notes: Notes): TemplateSettings {
  noteOthers(chrome, CHROME, file, notes);
  const { scale, printBackground, landscape, pageRanges, mediaType, waitForJS, waitForNetworkIdle } = chrome;
  const { marginTop: top, marginRight: right, marginBottom: bottom, marginLeft: left } = chrome;
  const margin = toMargin({ top, right, bottom, left });
  const waitFor = {
    ...(isTrue(waitForJS) && { expression: 'window.JSREPORT_READY_TO_START === true' }),
    ...(isTrue(waitForNetworkIdle) && { networkIdleMs: 500 }),
  };
  const shows = chrome.displayHeaderFooter === undefined || isTrue(chrome.displayHeaderFooter);
  return {
    ...toPaper(chrome),
    ...(isTrue(landscape) && { orientation: 'landscape' }),
    ...(margin !== null && { margin }),
    ...(Number(scale) > 0 && Number(scale) !== 1 && { scale: Number(scale) }),
    // The recipe prints no backgrounds by default.
    ...(!isTrue(printBackground) && { printBackground: false }),
    ...(typeof pageRanges === 'string' && pageRanges !== '' && { pageRanges }),
    ...(mediaType === 'screen' && { mediaType }),
    ...(Object.keys(waitFor).length > 0 && { waitFor }),
    ...(shows && {
      ...toBand('header', chrome.headerTemplate, margin?.top, turn),
      ...toBand('footer', chrome.footerTemplate, margin?.bottom, turn),
    }),
  };
}

const PHANTOM: ReadonlySet<string> = new Set([
  'margin',
  'header',
  'headerHeight',
  'footer',
  'footerHeight',
  'orientation',
  'format',
  'width',
  'height',
  'printDelay',
  'waitForJS',
  'blockJavaScript',
  'phantomjsVersion',
]);

function ofPhantom(phantom: Fields, { file }: Entity, turn: TurnText, notes: Notes): TemplateSettings {
  noteOthers(phantom, PHANTOM, file, notes);
  const { orientation, printDelay, waitForJS } = phantom;
  const margin = toPhantomMargin(phantom.margin);
  const turnBand: TurnText = (text, place) =>
    turn(
      text
        .replaceAll(/\{#pageNum\}/g, '<span class="pageNumber"></span>')
        .replaceAll(/\{#numPages\}/g, '<span class="totalPages"></span>'),
      place,
    );
  const waitFor = {
    ...(isTrue(waitForJS) && { expression: 'window.JSREPORT_READY_TO_START === true' }),
    ...(Number(printDelay) > 0 && { delayMs: Number(printDelay) }),
  };
  return {
    ...toPaper(phantom),
    ...(orientation === 'landscape' && { orientation }),
    ...(margin !== null && { margin }),
    ...(Object.keys(waitFor).length > 0 && { waitFor }),
    ...toBand('header', phantom.header, toMillimetres(phantom.headerHeight) ?? margin?.top, turnBand),
    ...toBand('footer', phantom.footer, toMillimetres(phantom.footerHeight) ?? margin?.bottom, turnBand),
  };
}

/** One length for all sides, or a text of JSON with a length for each. */
function toPhantomMargin(margin: unknown): Margin | null {
  if (typeof margin !== 'string' || margin.trim() === '') return null;
  if (!margin.trim().startsWith('{'))
    return toMargin({ top: margin, right: margin, bottom: margin, left: margin });
  try {
    const sides: unknown = JSON.parse(margin);
    return isJsonObject(sides) ? toMargin(sides) : null;
  } catch {
    return null;
  }
}

function toPaper({ format, width, height }: Fields): TemplateSettings {
  const [widthMm, heightMm] = [toMillimetres(width), toMillimetres(height)];
  if (widthMm !== null && heightMm !== null) return { format: 'Custom', width: widthMm, height: heightMm };
  const known = findFormat(format);
  return known === null ? {} : { format: known };
}

function toBand(
  edge: 'header' | 'footer',
  text: unknown,
  height: number | null | undefined,
  turn: TurnText,
): TemplateSettings {
  if (typeof text !== 'string' || text.trim() === '') return {};
  return { [edge]: { content: turn(text, edge), ...(height ? { height } : {}) } };
}

function noteOthers(given: Fields, known: ReadonlySet<string>, file: string, notes: Notes): void {
  for (const [name, value] of Object.entries(given)) {
    if (known.has(name) || value === null || value === false || value === '') continue;
    notes.add(file, null, `the option "${name}" was not turned`);
  }
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';
