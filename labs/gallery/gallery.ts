import { business } from './business.ts';
import type { GalleryDocument } from './document.ts';
import { layout } from './layout.ts';
import { scriptsAndType } from './scripts-and-type.ts';

export const gallery: readonly GalleryDocument[] = [...business, ...scriptsAndType, ...layout];
