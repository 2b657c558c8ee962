import { describe, expect, test } from 'vitest';
import { jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

describe('the report', () => {
  test('has console errors and exceptions, up to a limit', async () => {
    const html = `<script>for (let i = 0; i < 500; i++) console.error('number', i, { a: 1 })</script>
      <script>throw new Error('thrown')</script>`;
    const { report } = await printer.print(jobOf(html));
    expect(report.consoleErrors).toHaveLength(50);
    expect(report.consoleErrors[0]).toMatch(/^number 0 /);
    const thrown = await printer.print(jobOf("<script>throw new Error('thrown')</script>"));
    expect(thrown.report.consoleErrors.join()).toContain('Error: thrown');
  });

  test('has console errors from before a condition held and from after it', async () => {
    const html = `<p><script>
      console.error('early');
      setTimeout(() => { console.error('late'); document.body.id = 'done' }, 200);
    </script>`;
    const { report } = await printer.print(jobOf(html, { waitFor: { selector: '#done' } }));
    expect(report.consoleErrors).toEqual(['early', 'late']);
  });

  test('has the characters that no font has', async () => {
    const { report } = await printer.print(jobOf('<p>plain, and \u{10380}'));
    expect(report.missingGlyphs).toEqual(['\u{10380}']);
    const plain = await printer.print(jobOf('<p>plain — “quoted” … €'));
    expect(plain.report.missingGlyphs).toEqual([]);
  });

  test('has the phases', async () => {
    const { report } = await printer.print(jobOf('<p>x'));
    expect(Object.keys(report.phases)).toEqual(['load', 'print', 'finish']);
  });
});
