import { ANIMATIONS } from './animations.ts';
import type { ReadyDocuments } from './document.ts';
import { FRAMES } from './frames.ts';
import { LIBRARIES } from './libraries.ts';
import { RESOURCES } from './resources.ts';

/** The readiness corpus, by what a document waits for. */
export const CORPUS: Readonly<Record<string, ReadyDocuments>> = {
  'frames and tasks': FRAMES,
  animations: ANIMATIONS,
  'images, modules and elements': RESOURCES,
  libraries: LIBRARIES,
};

export const PAPER = { widthMm: 120, heightMm: 100 };
