import { expect, test } from 'vitest';
import { sha256 } from '../../project/hash.ts';
import { compareFile } from '../../sync/changes.ts';
import { compareComponent } from '../../sync/plan-pull.ts';

const base = { disk: sha256('old') };

/** What a pull does with each file, without and with `--force`. */
const changesOf = (disk: string | null, service: string | null, known = true) =>
  [false, true].map((isForced) => {
    const change = compareFile({ disk, service, base: known ? base : undefined, isForced });
    return change.kind === 'write' ? change.content : change.kind;
  });

test('a forced pull replaces what both have changed, and keeps what only the folder has', () => {
  expect(changesOf('mine', 'old')).toEqual(['keep', 'keep']);
  expect(changesOf(null, 'old')).toEqual(['keep', 'keep']);
  expect(changesOf('mine', 'theirs')).toEqual(['conflict', 'theirs']);
  expect(changesOf('old', 'theirs')).toEqual(['theirs', 'theirs']);
  expect(changesOf('mine', null)).toEqual(['conflict', 'delete']);
  expect(changesOf('mine', 'theirs', false)).toEqual(['conflict', 'theirs']);
});

test('the same holds for partials and assets', () => {
  const ofComponent = (disk: string, service: string) =>
    [false, true].map((isForced) =>
      compareComponent(
        { name: 'foot', version: 2, digest: sha256(service) },
        { disk: sha256(disk), base, isForced },
      ),
    );
  expect(ofComponent('mine', 'old')).toEqual(['keep', 'keep']);
  expect(ofComponent('mine', 'theirs')).toEqual(['conflict', 'write']);
  expect(ofComponent('old', 'theirs')).toEqual(['write', 'write']);
});
