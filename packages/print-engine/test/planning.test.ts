import { describe, expect, test } from 'vitest';
import { planSheets } from '../print/band-sheets.ts';
import type { Band } from '@platen/pdf';
import { findPaperProblem, toPaperStyle } from '../print/paper.ts';
import { makeJob } from './support.ts';

const makeBand = (changes: Partial<Band> = {}): Band => ({
  html: 'band',
  heightMm: 10,
  leftMm: 0,
  rightMm: 0,
  pages: null,
  field: 'options.header',
  ...changes,
});

const makePages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, widthPoints: 595, heightPoints: 842 }));

describe('sheets of bands', () => {
  test('one sheet serves all pages where no page number shows', () => {
    const plan = planSheets(makeJob({ header: [makeBand()] }), makePages(3), 3);
    expect(plan.sheetOfPage).toEqual([0, 0, 0]);
    expect(plan.sheets).toHaveLength(1);
  });

  test('each page has its own where a page number shows', () => {
    const footer = makeBand({ html: '<i class="pageNumber"></i>' });
    const plan = planSheets(makeJob({ header: [makeBand()], footer: [footer] }), makePages(3), 3);
    expect(plan.sheets.map(({ texts }) => texts['pageNumber'])).toEqual(['1', '2', '3']);
  });

  test('page one has none where all bands skip it', () => {
    const plan = planSheets(
      makeJob({ header: [makeBand({ pages: [{ first: 2, last: null }] })] }),
      makePages(3),
      3,
    );
    expect(plan.sheetOfPage).toEqual([null, 0, 0]);
  });

  test('pages of another size have another sheet', () => {
    const [one, two] = makePages(2);
    const pages = [one, { ...two, number: 2, widthPoints: 842, heightPoints: 595 }].flatMap(
      (page) => page ?? [],
    );
    expect(planSheets(makeJob({ header: [makeBand()] }), pages, 2).sheetOfPage).toEqual([0, 1]);
  });
});

describe('paper', () => {
  test('the job sets size and margins', () => {
    const style = toPaperStyle(makeJob());
    expect(style).toContain('size: 210mm 297mm !important');
    expect(style).toContain('margin-left: 10mm !important');
  });

  test('a document that chooses its paper keeps the margin under a band only', () => {
    const style = toPaperStyle(makeJob({ preferCssPageSize: true, header: [makeBand()] }));
    expect(style).toBe('@page { margin-top: 10mm !important }');
  });

  test('bounds hold for paper that the document chooses', () => {
    const job = makeJob({ pageBounds: { maxSideMm: 500, minContentMm: 10 } });
    expect(findPaperProblem(job, 210, 297)).toBeNull();
    expect(findPaperProblem(job, 210, 600)).toContain('is larger than 500 mm');
    expect(findPaperProblem(job, 25, 297)).toContain('leaves less than 10 mm');
    expect(findPaperProblem(makeJob(), 25, 9_000)).toBeNull();
  });
});
