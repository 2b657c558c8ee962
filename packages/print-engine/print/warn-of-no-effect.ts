import type { PrintJob, RenderWarning } from '@platen/pdf';
import type { NoEffect, NoEffectCheck } from '../in-page/loss-messages.ts';
import type { Recorder } from './recorder.ts';
import { PIXELS_PER_MM } from './units.ts';

const MAX_QUOTED = 5;

/** Returns null for a print whose report nobody reads, and for a picture, which has no pages. */
export function toNoEffectCheck(job: PrintJob): NoEffectCheck | null {
  if (job.report !== true || job.picture) return null;
  const { paper, contentMargin, preferCssPageSize, documentMargin, fitHeight, header, footer } = job;
  const takesMargins = preferCssPageSize || documentMargin === true;
  const bandPx = (bands: PrintJob['header'], mm: number) =>
    takesMargins && bands.length > 0 ? mm * PIXELS_PER_MM : null;
  return {
    isOwnPaper: preferCssPageSize || fitHeight === true,
    paperPx: { width: paper.widthMm * PIXELS_PER_MM, height: paper.heightMm * PIXELS_PER_MM },
    bandsPx: {
      top: bandPx(header, contentMargin.topMm),
      bottom: bandPx(footer, contentMargin.bottomMm),
    },
    marginsPx: takesMargins ? null : toPixels(contentMargin),
  };
}

const toPixels = ({ topMm, rightMm, bottomMm, leftMm }: PrintJob['contentMargin']) => ({
  top: topMm * PIXELS_PER_MM,
  right: rightMm * PIXELS_PER_MM,
  bottom: bottomMm * PIXELS_PER_MM,
  left: leftMm * PIXELS_PER_MM,
});

/** Warns of what the document asks for and the print does not do. */
export function warnOfNoEffect(recorder: Recorder, found: NoEffect): void {
  for (const message of listCss(found)) recorder.warnings.add(unsupported(message));
  warnOfIgnored(recorder, found.ignored);
  if (found.deadLinks.length > 0) recorder.warnings.add(deadLinks(found.deadLinks));
}

/** @param ignored names of CSS for pages */
export function warnOfIgnored({ warnings }: Recorder, ignored: readonly string[]): void {
  if (ignored.length === 0) return;
  const names = ignored.map((css) => `\`${css}\``).join(', ');
  warnings.add(unsupported(`Some CSS for pages has no effect: ${names}.`));
}

const unsupported = (message: string): RenderWarning => ({ code: 'UNSUPPORTED_CSS', message, field: null });

const inMm = (px: number): string => `${Math.round(px / PIXELS_PER_MM)} mm`;

const BANDS = { top: 'header', bottom: 'footer' } as const;

function* listCss({
  pageSize,
  margins,
  jobMargins,
  hyphens,
  maskComposite,
  pageCounter,
  lostBreaks,
  noRoom,
  turn,
}: NoEffect): Generator<string> {
  if (pageSize !== null)
    yield `\`size: ${pageSize}\` (in @page) has no effect, because the request chooses the paper. Set \`options.preferCssPageSize\` to true, or \`options.format\`.`;
  if (turn !== null)
    yield `\`page-orientation: ${turn}\` (in @page) has no effect, because the request chooses the paper. Set \`options.preferCssPageSize\` to true, or \`options.orientation\`.`;
  for (const { side, ownPx, bandPx } of margins)
    yield `\`margin-${side}\` of ${inMm(ownPx)} (in @page) has no effect: the ${BANDS[side]} takes its place, with ${inMm(bandPx)}. Set \`options.${BANDS[side]}.height\`.`;
  if (jobMargins.length > 0) {
    const sides = jobMargins.map(
      ({ side, ownPx, jobPx }) => `${inMm(ownPx)} at the ${side} (the page has ${inMm(jobPx)})`,
    );
    yield `\`margin\` (in @page) has no effect, because \`options.margin\` takes its place: ${sides.join(', ')}. Leave one of them out.`;
  }
  if (lostBreaks.length > 0)
    yield `The page breaks of ${lostBreaks.map((element) => `\`${element}\``).join(', ')} have no effect. Only blocks in the flow break pages: no inline or floating box, none with a position, none in a row or in columns. Put the break on a <div> around it.`;
  if (noRoom.length > 0) {
    const boxes = noRoom.map(({ box, side }) => `\`${box}\` (the ${side} margin is 0)`);
    yield `Margin boxes of @page have no room and are not printed: ${boxes.join(', ')}. Set \`margin\` in @page, or \`options.margin\`.`;
  }
  if (hyphens)
    yield '`hyphens: auto` adds no hyphens, because Chromium has no dictionaries here. Write soft hyphens (&shy;) into long words.';
  if (maskComposite) yield '`mask-composite: exclude` has no effect in a PDF. Use a mask of one picture.';
  if (pageCounter)
    yield '`counter(page)` and `counter(pages)` are 0 outside of the margin boxes of @page. Use a margin box, a header or a footer, or an element with the class `pageNumber`.';
}

function deadLinks(links: readonly string[]): RenderWarning {
  const quoted = links.slice(0, MAX_QUOTED).map((link) => `"${link}"`);
  const others = links.length > MAX_QUOTED ? ` and ${links.length - MAX_QUOTED} more` : '';
  return {
    code: 'DEAD_LINKS',
    message: `Links lead to no element of the document: ${quoted.join(', ')}${others}.`,
    field: null,
  };
}
