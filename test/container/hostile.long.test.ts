import { describe, expect, test } from 'vitest';
import { RenderFailure } from '@platen/print-engine';
import {
  endsInTime,
  HOSTILE_PAGES,
  testHostilePages,
  TYPICAL_PAGES,
  useSmallRenderer,
} from './support/hostile-pages.ts';

const renderer = useSmallRenderer();

describe('a hostile page', () => {
  testHostilePages(
    renderer,
    Object.keys(HOSTILE_PAGES).filter((name) => !TYPICAL_PAGES.includes(name)),
  );

  test('of 10,000 pages ends in a PDF or a typed error in the 15 s of the Free plan', async () => {
    const html = `${'<p style="break-after: page">x'.repeat(9_999)}<p>x`;
    const outcome = await endsInTime(renderer, html, 15_000, 2);
    if (outcome !== 10_000) expect(outcome).toBeInstanceOf(RenderFailure);
  });
});
