import { describe, expect, it } from 'vitest';
import { CompiledTemplates } from '../../../compose/handlebars/cache.ts';
import { TemplateEngine } from '../../../compose/handlebars/engine.ts';
import { Meter } from '../../../compose/handlebars/limits.ts';

const engine = new TemplateEngine(new Meter(), {});
const template = engine.compile('{{a}}');

describe('the cache of compiled templates', () => {
  it('drops the least recently used first, by what they take of memory', () => {
    const cache = new CompiledTemplates(10, 10);
    cache.set('a', template, 4);
    cache.set('b', template, 4);
    cache.get('a');
    cache.set('c', template, 4);

    expect(['a', 'b', 'c'].map((source) => cache.get(source) !== undefined)).toEqual([true, false, true]);
  });

  it('does not keep a template that would push out many others', () => {
    const cache = new CompiledTemplates(100, 10);
    cache.set('a', template, 11);

    expect(cache.size).toBe(0);
  });

  it('counts a source once, however often it is set', () => {
    const cache = new CompiledTemplates(10, 10);
    for (let i = 0; i < 5; i++) cache.set('a', template, 4);
    cache.set('b', template, 4);

    expect(cache.size).toBe(2);
  });

  it('keeps escaping and verbatim rendering of one source apart', () => {
    expect(engine.render('{{a}}', { a: '<' }, { escape: true })).toBe('&lt;');
    expect(engine.render('{{a}}', { a: '<' }, { escape: false })).toBe('<');
    expect(engine.render('{{a}}', { a: '>' }, { escape: true })).toBe('&gt;');
  });
});
