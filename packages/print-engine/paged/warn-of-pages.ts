import type { FilledPages, MarkedDocument } from '../in-page/paged-messages.ts';
import type { PrintRun } from '../print/print-run.ts';

type Warned = Pick<PrintRun, 'page' | 'recorder'>;

/** Warns of what has no effect, before the first print. */
export function warnOfMarked(run: Warned, marked: MarkedDocument): void {
  if (marked.repeatedCount > 0)
    warn(
      run,
      'REFERENCE_REPEATED',
      'A page number is in the head of a table or in a box with a fixed position, so it would be printed on several pages. It is left out. Put page numbers into a header or footer instead.',
    );
  for (const reason of marked.carryLeftOut)
    warn(
      run,
      'CARRY_LEFT_OUT',
      `A template with data-carried-forward or data-brought-forward has no effect, because ${reason}.`,
    );
  if (marked.unsupported.length > 0) {
    const list = marked.unsupported.map((css) => `\`${css}\``).join(', ');
    warn(run, 'UNSUPPORTED_CSS', `Some CSS for pages has no effect: ${list}.`);
  }
  for (const address of marked.unreadable)
    warn(
      run,
      'STYLE_SHEET_UNREADABLE',
      `The style sheet ${withoutQuery(address)} cannot be read, so its CSS for pages, such as \`string-set\` and \`target-counter()\`, has no effect. Its server must send the header Access-Control-Allow-Origin, or its rules must be in a <style>.`,
    );
}

/** Warns of what the last print does not show. */
export function warnOfFilled(run: Warned, { missing, hasSplitRows }: FilledPages): void {
  for (const fragment of missing)
    warn(
      run,
      'REFERENCE_MISSING',
      `The element "#${fragment}" is on no page, because it has no box. A reference to it prints no number.`,
    );
  if (hasSplitRows)
    warn(run, 'CARRY_LEFT_OUT', 'A row is higher than a page. Where it breaks, no sum is carried.');
}

const warn = ({ page, recorder }: Warned, code: string, message: string): void =>
  recorder.warnings.add({ code, message, field: page.sourceField });

/** The query of an address can have a secret. */
const withoutQuery = (address: string): string => address.split(/[?#]/, 1).join('');
