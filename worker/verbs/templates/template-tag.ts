import type { TemplateBody } from '../../../schema/api/templates.ts';
import { sha256Hex } from '../../lib/sha256.ts';

/** The `ETag` of a template as it was read. The content needs no hash, because a version never changes. */
export async function templateTag(template: TemplateBody): Promise<string> {
  const { content: _, ...state } = template;
  return `"${(await sha256Hex(JSON.stringify(state))).slice(0, 32)}"`;
}
