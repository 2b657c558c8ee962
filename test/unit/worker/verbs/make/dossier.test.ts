import { expect, test } from 'vitest';
import type { EntryTarget, OtherEntries } from '@platen/pdf';
import { Dossier } from '../../../../../worker/verbs/make/assemble/dossier.ts';

const NOTHING: OtherEntries = { places: [], wanted: [] };

const NAMES = new Map([
  ['contents', 0],
  ['report', 1],
  ['terms', 2],
]);

const targetOf = (fragment: string, page: number): EntryTarget => ({
  fragment,
  page,
  y: null,
  text: `Text of ${fragment}`,
});

const contents = (addresses: readonly string[], given = NOTHING) => ({
  title: 'Contents',
  pageCount: 2,
  links: { addresses, targets: [] },
  given,
});

const report = (targets: readonly EntryTarget[], given = NOTHING) => ({
  title: 'Report',
  pageCount: 10,
  links: { addresses: [], targets },
  given,
});

const TERMS = { title: 'Terms', pageCount: 3, links: null, given: NOTHING };

test('an entry whose places others need is printed first, and then the one that shows their numbers', () => {
  const dossier = new Dossier(NAMES, 1);
  dossier.put(2, TERMS);
  dossier.put(0, contents(['entry:report#a', 'entry:terms#page=3', 'entry:report#b']));
  dossier.put(1, report([]));
  const first = dossier.listViews();
  expect(first.get(1)).toEqual({ places: [], wanted: ['a', 'b'] });
  expect(dossier.listOutdated(first)).toEqual([1]);
  dossier.put(1, report([targetOf('a', 4)], first.get(1)));
  const second = dossier.listViews();
  expect(dossier.listOutdated(second)).toEqual([0]);
  expect(second.get(0)?.places).toEqual([
    { address: 'entry:report#a', number: 6, text: 'Text of a' },
    { address: 'entry:terms#page=3', number: 15, text: 'Terms' },
    { address: 'entry:report#b', number: null, text: '' },
  ]);
  dossier.put(0, contents(['entry:report#a', 'entry:terms#page=3', 'entry:report#b'], second.get(0)));
  expect(dossier.listOutdated(dossier.listViews())).toEqual([]);
  expect(dossier.listTargets().get('entry:report#a')).toEqual({ input: 1, page: 4, y: null, printedPage: 6 });
});

test('an entry is printed again when a number, a text or the set of its references has changed', () => {
  const given = { places: [{ address: 'entry:report', number: 3, text: 'Report' }], wanted: [] };
  const dossier = new Dossier(NAMES, 1);
  dossier.put(1, report([]));
  dossier.put(2, TERMS);
  const outdated = (part: ReturnType<typeof contents>): number[] => {
    dossier.put(0, part);
    return dossier.listOutdated(dossier.listViews());
  };
  expect(outdated(contents(['entry:report'], given))).toEqual([]);
  expect(outdated({ ...contents(['entry:report'], given), pageCount: 3 })).toEqual([0]);
  expect(outdated(contents(['entry:report', 'entry:terms'], given))).toEqual([0]);
  dossier.put(1, { ...report([]), title: 'Another' });
  expect(outdated(contents(['entry:report'], given))).toEqual([0]);
});

test('the pages that are compared with the merged file are those that were printed, not those that are known', () => {
  const dossier = new Dossier(NAMES, 5);
  dossier.put(1, report([]));
  dossier.put(2, TERMS);
  const given = { places: [{ address: 'entry:report', number: 8, text: 'Report' }], wanted: [] };
  dossier.put(0, contents(['entry:report'], given));
  expect(dossier.listTargets().get('entry:report')?.printedPage).toBe(4);
  expect(dossier.listViews().get(0)?.places[0]?.number).toBe(7);
});

test.each([
  'entry:nobody',
  'entry:nobody#x',
  'entry:terms#page=4',
  'entry:terms#page=0',
  'entry:terms#x',
  'entry:',
])('%s is nowhere', (address) => {
  const dossier = new Dossier(NAMES, 1);
  dossier.put(2, TERMS);
  dossier.put(0, contents([address]));
  const views = dossier.listViews();
  expect(views.get(0)?.places).toEqual([{ address, number: null, text: '' }]);
  expect(dossier.listOutdated(views)).toEqual([0]);
  expect(dossier.listTargets().has(address)).toBe(false);
});
