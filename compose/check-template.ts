import type { TemplateSettings } from '../schema/api/pdf-options.ts';
import { InvalidComposition } from './errors.ts';
import { EDGE_LIMITS, type TemplateLimits } from './handlebars/limits.ts';
import { isLocale, isTimeZone } from './helpers/intl.ts';
import { pageGeometry } from './page.ts';
import { checkSource, startTemplating } from './templating.ts';

/**
 * Everything that can be known of a template before it has data, so that it fails where it is saved and not
 * where it is used.
 * @throws {InvalidComposition} settings that leave no page, an unknown locale or time zone
 * @throws {TemplateError} content, header, footer or outputName that are not Handlebars, or call what is not there
 */
export function checkTemplate(template: {
  readonly content: string;
  readonly settings: TemplateSettings;
  readonly limits?: TemplateLimits;
}): void {
  const { content, settings, limits = EDGE_LIMITS } = template;
  const problems = [...geometryProblems(settings), ...localeProblems(settings)];
  if (problems.length > 0) throw new InvalidComposition(problems);

  startTemplating({ limits, now: 0 });
  checkSource('html', content);
  checkSource('header', settings.header?.content ?? '');
  checkSource('footer', settings.footer?.content ?? '');
  checkSource('outputName', settings.outputName ?? '');
}

/** A template's options are its settings: the problems name them so. */
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
