import { UNSEEN_PX } from '../in-page/messages.ts';
import type { PrintPath } from './print-path.ts';

/** The window in which `hideFromScreen` hides the document (decision 68). */
export const UNSEEN_WINDOW = { width: UNSEEN_PX, height: UNSEEN_PX } as const;

/**
 * Chromium also draws each page for a screen, which nobody sees. At a hundredth, an invoice takes a seventh less CPU time.
 * The window, the layout and the PDF of the document stay the same (decision 58).
 */
const UNSEEN_SCALE: Readonly<Record<PrintPath, number>> = { fast: 0.01, plain: 1 };

/** @param isSeen a picture of the screen is taken */
export const screenScale = (path: PrintPath, isSeen: boolean): number => (isSeen ? 1 : UNSEEN_SCALE[path]);
