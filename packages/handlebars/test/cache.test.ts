import { describe, expect, test } from 'vitest';
import { CompiledTemplates } from '../cache.ts';
import { DEFAULT_LIMITS, TemplateEngine, TemplateEnvironment } from '../index.ts';

const environment = new TemplateEnvironment();
const engine = new TemplateEngine(environment);
const template = environment.compile('{{a}}', {}, DEFAULT_LIMITS);

describe('the cache of compiled templates', () => {
  test('drops the least recently used first, by their memory', () => {
    const cache = new CompiledTemplates(10, 10);
    cache.set('a', template, 4);
    cache.set('b', template, 4);
    cache.get('a');
    cache.set('c', template, 4);

    expect(['a', 'b', 'c'].map((source) => cache.get(source) !== undefined)).toEqual([true, false, true]);
  });

  test('does not keep a template that would push out many others', () => {
    const cache = new CompiledTemplates(100, 10);
    cache.set('a', template, 11);

    expect(cache.size).toBe(0);
  });

  test('counts a source once, however often it is set', () => {
    const cache = new CompiledTemplates(10, 10);
    for (let i = 0; i < 5; i++) cache.set('a', template, 4);
    cache.set('b', template, 4);

    expect(cache.size).toBe(2);
  });

  test('keeps escaping and verbatim rendering of one source apart', () => {
    expect(engine.render('{{a}}', { a: '<' }, { escape: true })).toBe('&lt;');
    expect(engine.render('{{a}}', { a: '<' }, { escape: false })).toBe('<');
    expect(engine.render('{{a}}', { a: '>' }, { escape: true })).toBe('&gt;');
  });
});
