import type { Ctx } from '../../ctx.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';

const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The line at the foot of each page of a draft that leaves the editor. @param until the end of its link, if it has one */
export async function toNotice(ctx: Ctx, templateName: string, until: Date | null): Promise<string> {
  const { name } = await getWorkspace(ctx, ctx.workspace.id);
  const parts = [`Preview of ${templateName}`, name];
  if (until !== null) parts.push(`until ${MINUTE.format(until)} UTC`);
  return parts.join(' · ');
}
