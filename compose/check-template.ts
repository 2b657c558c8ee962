import type { TemplateLimits } from '@platen/handlebars';
import { listBands, toBandName } from '../schema/api/band-options.ts';
import type { TemplateSettings } from '../schema/api/pdf-options.ts';
import { findSourceProblems } from './e-invoice/compose-e-invoice.ts';
import { InvalidComposition } from './errors.ts';
import { listFinishTexts } from './finish-texts.ts';
import { isLocale, isTimeZone } from './helpers/intl.ts';
import { pageGeometry } from './page-geometry.ts';
import { EDGE_LIMITS } from './template-limits.ts';
import { startTemplating } from './templating.ts';

/** Checks everything that needs no data. @throws {InvalidComposition | TemplateError} */
export function checkTemplate(template: {
  readonly content: string;
  readonly settings: TemplateSettings;
  readonly limits?: TemplateLimits;
}): void {
  const { content, settings, limits = EDGE_LIMITS } = template;
  const problems = [
    ...geometryProblems(settings),
    ...localeProblems(settings),
    // The request can give what is missing.
    ...findSourceProblems(settings.eInvoice ?? {}, 'settings', { isRequired: false }),
  ];
  if (problems.length > 0) throw new InvalidComposition(problems);

  const templating = startTemplating({ limits, now: 0 });
  if (settings.templating !== 'none') templating.check('html', content);
  for (const edge of ['header', 'footer'] as const) {
    const bands = settings[edge];
    for (const [index, band] of listBands(bands).entries())
      templating.check(toBandName(edge, bands, index), band.content ?? '');
  }
  templating.check('outputName', settings.outputName ?? '');
  for (const [document, source] of listFinishTexts(settings)) templating.check(document, source);
}

function geometryProblems(settings: TemplateSettings): string[] {
  const geometry = pageGeometry(settings, 'settings');
  return 'problems' in geometry ? [...geometry.problems] : [];
}

function localeProblems({ locale, timeZone }: TemplateSettings): string[] {
  const problems: string[] = [];
  if (locale !== undefined && !isLocale(locale)) {
    problems.push(`settings.locale: "${locale.slice(0, 60)}" is not a known locale such as "de-DE"`);
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    problems.push(
      `settings.timeZone: "${timeZone.slice(0, 60)}" is not a known time zone such as "Europe/Berlin"`,
    );
  }
  return problems;
}
