import { expect, test } from 'vitest';
import { growthOf, MAX_GROWTH } from '../../../test/support/hostile/cpu.ts';
import { decodeCss, readCss, readCssTokens, readPieces } from '../index.ts';

/** Texts that open something, close something, or are escaped. The first character separates them. */
const listRuns = (runs: string): string[] => runs.slice(1).split(runs.charAt(0));

const CSS_RUNS = listRuns(String.raw`|/*|/* |*/|"|'"|\|\0|\61 |url(|url("|url( |url("a" |a(|@|#|1.|-| |é`);
const HTML_RUNS = listRuns(
  `|<|<!--|<!|</|<a|<a |<a b|<a b="|<a b='|<a =|<a/|-->|--!|<style>|<style></|<title>|<svg><title>|<plaintext>`,
);

test.each([
  ['tokens', (text: string) => Array.from(readCssTokens(text)).length, CSS_RUNS],
  ['CSS', (text: string) => readCss(text).rest.length, CSS_RUNS],
  ['escapes', (text: string) => decodeCss(text).length, CSS_RUNS.filter((run) => run.includes('\\'))],
  ['pieces', (text: string) => Array.from(readPieces(text)).length, HTML_RUNS],
])('the %s of a long text take time in proportion to it', async (_, read, runs) => {
  for (const run of runs) expect(await growthOf(read, run), JSON.stringify(run)).toBeLessThan(MAX_GROWTH);
});
