import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A step of a scenario, with its table or its text. */
export interface Step {
  readonly text: string;
  readonly table: readonly (readonly string[])[];
  readonly doc: string | null;
}

export interface Scenario {
  readonly feature: string;
  readonly name: string;
  readonly steps: readonly Step[];
}

type Draft = { text: string; table: string[][]; doc: string | null };

const STEP = /^(?:Given|When|Then|And|But)\s+(.*)$/;

/** Reads a file in the language Gherkin, as far as the scenarios of Gotenberg need it. */
export function readFeature(path: string): Scenario[] {
  const scenarios: { name: string; steps: Draft[] }[] = [];
  let open: { readonly indent: number; readonly lines: string[] } | null = null;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const text = line.trim();
    const step = scenarios.at(-1)?.steps.at(-1);
    if (open !== null) {
      if (text !== '"""') open.lines.push(line.slice(open.indent));
      else if (step) {
        step.doc = open.lines.join('\n');
        open = null;
      }
      continue;
    }
    const name = /^Scenario: (.*)$/.exec(text)?.[1];
    const begun = STEP.exec(text)?.[1];
    if (name !== undefined) scenarios.push({ name, steps: [] });
    else if (begun !== undefined) scenarios.at(-1)?.steps.push({ text: begun, table: [], doc: null });
    else if (text === '"""') open = { indent: line.indexOf('"'), lines: [] };
    else if (text.startsWith('|')) step?.table.push(readCells(text));
  }
  return scenarios.map((scenario) => ({ feature: basename(path, '.feature'), ...scenario }));
}

const readCells = (row: string): string[] =>
  Array.from(row.matchAll(/\|((?:[^|\\]|\\.)*)(?=\|)/g), ([, cell = '']) =>
    cell.trim().replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character)),
  );
