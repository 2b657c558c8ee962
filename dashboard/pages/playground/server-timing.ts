/** A phase of a request, as the `Server-Timing` header tells it. */
export interface Phase {
  readonly name: string;
  readonly durationMs: number;
}

/** What the phases of a generation are, for who reads the table. */
export const PHASE_LABELS: Readonly<Record<string, string>> = {
  auth: 'Look up the key',
  admit: 'Count the request, reserve a credit',
  template: 'Read the template',
  compose: 'Fill in the data',
  session: 'Get a browser page',
  print: 'Print',
  store: 'Keep the PDF',
  commit: 'Book the file',
  copy: 'Copy to external storage',
};

/** W3C Server Timing: `name;dur=1.2;desc="…", name`. Metrics without a duration are left out. */
export function parseServerTiming(header: string): Phase[] {
  return header.split(',').flatMap((metric) => {
    const [name = '', ...parameters] = metric.split(';').map((part) => part.trim());
    const duration = parameters.find((parameter) => /^dur\s*=/i.test(parameter))?.split('=')[1];
    const durationMs = Number(duration?.trim().replaceAll('"', ''));
    return name === '' || duration === undefined || Number.isNaN(durationMs) ? [] : [{ name, durationMs }];
  });
}
