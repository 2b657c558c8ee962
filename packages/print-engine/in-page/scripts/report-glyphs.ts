/** For a document of the engine's own, which has no other script. */
import { findMissingGlyphs } from './missing-glyphs.ts';

Object.assign(globalThis, { findMissingGlyphs: () => findMissingGlyphs() });
