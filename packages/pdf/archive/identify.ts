import type { PdfRewrite } from '../file/rewrite.ts';
import type { PdfaLevel } from '../options/finish-options.ts';
import { makeSrgbProfile } from './srgb-profile.ts';

export { writeRoleMap } from './role-map.ts';

/** Declares that the device colours of the document are those of sRGB (ISO 19005-2, 6.2.3). */
export function writeOutputIntent(rewrite: PdfRewrite, level: PdfaLevel): string {
  const profile = makeSrgbProfile(level.startsWith('1') ? 2 : 4);
  const id = rewrite.reserve();
  rewrite.write(id, `<</N 3 /Length ${profile.byteLength}>>`, profile);
  const intent = `/Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB)`;
  return `[<<${intent} /DestOutputProfile ${id} 0 R>>]`;
}
