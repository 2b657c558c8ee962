import type { RenderWarning } from '@platen/pdf';
import type { ReadyDocument } from '../in-page/messages.ts';
import type { Recorder } from './recorder.ts';

const STILL_CHANGING: RenderWarning = {
  code: 'STILL_CHANGING',
  message:
    'Scripts asked for animation frames without end, so the PDF shows the page in the middle of a change. Turn the ' +
    'animation off, or use `options.waitFor` with a selector or an expression that says when the page is ready.',
  field: 'options.waitFor',
};

const SCROLLED_IN_PART: RenderWarning = {
  code: 'SCROLLED_IN_PART',
  message:
    'The end of the document was not reached by scrolling, so what its scripts show or load there can be missing. Show it ' +
    'without scrolling in @media print, or print it in parts.',
  field: null,
};

const RESOURCES_LATE: RenderWarning = {
  code: 'RESOURCES_LATE',
  message:
    'Images, styles, scripts or frames did not arrive in time and are missing. `failedResources` lists them. Serve ' +
    'them from a faster host, or embed them as data URIs.',
  field: null,
};

const FONTS_LATE: RenderWarning = {
  code: 'FONTS_LATE',
  message:
    'Fonts did not arrive in time, so the text uses others. Serve them from a faster host, or embed them as data URIs.',
  field: null,
};

const fontFailed = (family: string): RenderWarning => ({
  code: 'FONT_FAILED',
  message: `The font ${family} did not load, so its text uses another. Check its address and its format.`,
  field: null,
});

export function warnOfUnfinished(recorder: Recorder, document: ReadyDocument): void {
  const { warnings } = recorder;
  const { unfinished, failedFonts } = document;
  if (unfinished.includes('frames')) warnings.add(STILL_CHANGING);
  if (unfinished.includes('scrolling')) warnings.add(SCROLLED_IN_PART);
  if (recorder.hasLateResources(document)) warnings.add(RESOURCES_LATE);
  if (unfinished.includes('fonts')) warnings.add(FONTS_LATE);
  for (const family of failedFonts) warnings.add(fontFailed(family));
}
