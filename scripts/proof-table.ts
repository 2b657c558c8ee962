/** The table of docs/proof.md: each row is a claim, where it is made, and how to see that it holds. */

export interface Row {
  readonly claim: string;
  /** Links to the sections that make the claim. */
  readonly where: string;
  /** Markdown: the command in backticks, or how it was measured. */
  readonly command: string;
  readonly result: string;
  readonly date: string;
}

const HEAD = ['Claim', 'Where', 'Command', 'Last result', 'Date'];

export function parseTable(page: string): Row[] {
  const [, ...rows] = page
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[ :|-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  return rows.map(([claim = '', where = '', command = '', result = '', date = '']) => ({
    claim,
    where,
    command,
    result,
    date,
  }));
}

export const printTable = (rows: readonly Row[]): string =>
  [
    HEAD,
    HEAD.map(() => '---'),
    ...rows.map(({ claim, where, command, result, date }) => [claim, where, command, result, date]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** `npm test -- test/unit/schema/plans.test.ts` has the path of a test. */
export const testOf = ({ command }: Row): string | undefined =>
  /`npm (?:test|run test:long) -- (\S+)`/.exec(command)?.[1];

/** `npm run bench -- http` has the name of a benchmark. */
export const benchmarkOf = ({ command }: Row): string | undefined =>
  /`npm run bench -- ([\w-]+)`/.exec(command)?.[1];
