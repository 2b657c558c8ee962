import { describe, expect, it } from 'vitest';
import { checkTemplate } from '../../../compose/check-template.ts';
import { InvalidComposition, TemplateError } from '../../../compose/errors.ts';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';

function problemOf(settings: TemplateSettings, content = 'fine'): unknown {
  try {
    checkTemplate({ content, settings });
  } catch (error) {
    if (error instanceof InvalidComposition) return error.details;
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
  return null;
}

describe('a template that is saved', () => {
  it('passes with everything in order', () => {
    const settings: TemplateSettings = {
      format: 'Custom',
      width: 100,
      height: 100,
      margin: { top: 20 },
      header: { content: '{{a}}' },
      outputName: '{{b}}',
      locale: 'de-CH',
      timeZone: 'Europe/Zurich',
    };

    expect(problemOf(settings, '{{#each list}}{{> (lookup . "unknownUntilUsed")}}{{/each}}')).toBeNull();
  });

  it('tells every problem of its settings at once', () => {
    expect(problemOf({ format: 'Custom', locale: 'xx', timeZone: 'Mars/Base' })).toEqual([
      'settings.format: Custom needs both settings.width and settings.height',
      'settings.locale: "xx" is not a known locale such as "de-DE"',
      'settings.timeZone: "Mars/Base" is not a known time zone such as "Europe/Berlin"',
    ]);
  });

  it('must leave a page', () => {
    expect(problemOf({ margin: { left: 105, right: 100 } })).toEqual([
      "settings.margin: left and right take 205 mm of the page's 210 mm; at least 10 mm must be left for content",
    ]);
  });

  it.each([
    ['html', {}, '{{#if}}'],
    ['header', { header: { content: '{{#if}}' } }, ''],
    ['footer', { footer: { content: '{{#if}}', enabled: false } }, ''],
    ['outputName', { outputName: '{{#if}}' }, ''],
  ] as const)('must be Handlebars in its %s', (document, settings, content) => {
    expect(problemOf(settings, content)).toBe(
      `${document}, line 1, column 8: {{#if}} opened at line 1, column 1 is never closed`,
    );
  });
});
