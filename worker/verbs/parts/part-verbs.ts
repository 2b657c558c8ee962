/** Loaded at first use: no generation needs it. */
export { deletePart } from './delete-part.ts';
export { getPart, openPart, readPartText } from './get-part.ts';
export { describePart, listParts, listPartVersions, listUses } from './list-parts.ts';
export { putAsset } from './put-asset.ts';
export { putPartial } from './put-partial.ts';
