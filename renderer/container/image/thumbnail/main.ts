/** A process that draws pages of strangers' PDFs. It has limits on its memory, and the server ends it if it takes too long. */
import { PageDrawer } from './page-drawer.ts';
import type { DrawAnswer, DrawRequest } from './protocol.ts';

const drawer = await PageDrawer.open();

process.on('message', ({ pdf, width, page }: DrawRequest) => {
  const drawn = drawer.draw(pdf, width, page);
  const answer: DrawAnswer = typeof drawn === 'string' ? { problem: drawn } : drawn;
  process.send?.(answer);
});
process.once('disconnect', () => process.exit());
