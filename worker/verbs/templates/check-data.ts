import { findSchemaProblems } from '../../../compose/compose.ts';
import { edgeLimits } from '../../../compose/template-limits.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { unpaidWork } from '../usage/unpaid-work.ts';
import { getTemplateVersion, withContent } from './get-template.ts';

interface CheckTerms {
  readonly reference: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly memory: RequestMemory;
}

interface CheckedData {
  readonly valid: boolean;
  /** Without a schema, all data is valid. */
  readonly hasSchema: boolean;
  readonly version: number;
  /** At most 20, each with its path. */
  readonly problems: readonly string[];
}

/** `tpl_…` means the newest version, as in a preview. @throws {ApiError} `TEMPLATE_NOT_FOUND`, `SERVICE_BUSY` */
export async function checkData(ctx: Ctx, { reference, data, memory }: CheckTerms): Promise<CheckedData> {
  const found = await getTemplateVersion(ctx, { text: reference, unversioned: 'latest' });
  const { version, contentBytes } = found.version;
  await memory.loadTemplate(contentBytes);
  const { dataSchema } = await withContent(ctx, found);
  if (dataSchema === null) return { valid: true, hasSchema: false, version, problems: [] };
  const { steps } = edgeLimits(PLANS[ctx.workspace.plan].maxHtmlBytes);
  const problems = await unpaidWork(ctx, async () =>
    findSchemaProblems(dataSchema, data, { steps, meter: ctx.meter }),
  );
  return { valid: problems.length === 0, hasSchema: true, version, problems };
}
