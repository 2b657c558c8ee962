export interface Phase {
  readonly name: string;
  readonly durationMs: number;
}

export const PHASE_LABELS: Readonly<Record<string, string>> = {
  auth: 'Check the API key',
  body: 'Read the request',
  admit: 'Check limits and reserve a credit',
  template: 'Load the template',
  compose: 'Fill in the data',
  session: 'Get a browser page',
  print: 'Print',
  store: 'Store the PDF',
  commit: 'Record the file',
  copy: 'Copy to external storage',
  read: 'Read the stored PDF',
  other: 'Everything else',
};

/** W3C Server Timing: `name;dur=1.2;desc="…", name`. Ignores metrics without a duration. */
export function parseServerTiming(header: string): Phase[] {
  return header.split(',').flatMap((metric) => {
    const [name = '', ...parameters] = metric.split(';').map((part) => part.trim());
    const duration = parameters.find((parameter) => /^dur\s*=/i.test(parameter))?.split('=')[1];
    const durationMs = Number(duration?.trim().replaceAll('"', ''));
    return name === '' || duration === undefined || Number.isNaN(durationMs) ? [] : [{ name, durationMs }];
  });
}
