import type { PrintJob } from '@platen/pdf';

export const isTagged = ({ tagged, outline }: PrintJob): boolean => tagged || outline;

/** Those that have a name and need a role, so that the PDF has their alternative text. */
export const mayHaveGraphics = ({ address, html }: PrintJob): boolean =>
  Boolean(address) || /<svg/i.test(html);
