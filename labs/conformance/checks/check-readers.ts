import type { FileCheck } from './check-file.ts';

/** Damages that readers must see. If they do not, their verdict on the other files proves nothing. */
const DAMAGES: Readonly<Record<string, (pdf: Uint8Array) => Uint8Array>> = {
  'the second half is missing': (pdf) => pdf.slice(0, pdf.byteLength / 2),
  'the content of a page cannot be read': (pdf) => {
    const damaged = pdf.slice();
    const file = Buffer.from(damaged.buffer);
    const contents = /\/Contents (\d+) 0 R/.exec(file.toString('latin1'))?.[1];
    const start = file.indexOf('stream\n', file.indexOf(`\n${contents} 0 obj`)) + 'stream\n'.length;
    return damaged.fill(0x58, start, start + 100);
  },
};

/** Checks that each reader on this machine sees that a damaged file is damaged. */
export async function checkReaders(check: FileCheck, pdf: Uint8Array): Promise<void> {
  for (const [name, damage] of Object.entries(DAMAGES)) {
    const unseen = await check.listBlindReaders(damage(pdf), await check.see(pdf));
    if (unseen.length === 0) check.report.passed(`each reader sees it: ${name}`);
    else check.report.failed(`${unseen.join(', ')} did not see it: ${name}`);
  }
}
