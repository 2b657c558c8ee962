/** Loaded at first use: no generation needs it. */
export { deleteComponent } from './delete-component.ts';
export { getComponent, openComponent, readComponentContent } from './get-component.ts';
export { describeComponent, listComponents, listComponentVersions, listUses } from './list-components.ts';
export { putAsset } from './put-asset.ts';
export { putPartial } from './put-partial.ts';
