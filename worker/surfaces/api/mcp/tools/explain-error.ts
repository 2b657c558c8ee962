import { z } from 'zod';
import { findNearestName } from '../../../../../compose/nearest-name.ts';
import { errorPage } from '../../../../../schema/api/error-page.ts';
import { text } from '../../../../../schema/text.ts';
import { type AnsweredCode, CATALOGUE, invalidRequest } from '../../../../lib/api-error.ts';
import type { AppContext } from '../../../http/context.ts';
import { readOrigin } from '../../../http/origin.ts';
import { readPage } from '../read-page.ts';
import { tool } from '../tool.ts';

const MAX_CODE_CHARACTERS = 100;

export const explainError = tool({
  name: 'explain_error',
  title: 'Explain an error',
  description:
    'Says what an error code such as CONTENT_CUT means, what to do, and whether the same call can succeed later.',
  permissions: [],
  args: z.strictObject({
    code: text(MAX_CODE_CHARACTERS).min(1).meta({ description: 'The `code` of an error.' }),
  }),
  async run(c, args) {
    const code = args.code.trim().toUpperCase();
    if (!isCode(code)) throw unknownCode(args.code);
    const { status, when } = CATALOGUE[code];
    const explained = (await readSection(c, code)) ?? `Status ${status}. ${when}`;
    const page = new URL(errorPage(code), readOrigin(c)).href;
    return {
      content: [{ type: 'text', text: `${code}\n\n${explained}\n\n${page}` }],
      structuredContent: { code, status, explanation: explained, page },
    };
  },
});

const isCode = (code: string): code is AnsweredCode => Object.hasOwn(CATALOGUE, code);

function unknownCode(given: string) {
  const nearest = findNearestName(given, Object.keys(CATALOGUE));
  const hint = nearest === null ? '' : `; do you mean ${nearest}?`;
  return invalidRequest([`code: there is no error "${given}"${hint}`]);
}

/** The words of docs/errors.md, up to the next heading. */
async function readSection(c: AppContext, code: string): Promise<string | null> {
  const page = await readPage(c, 'errors');
  const [, section = null] = page?.split(`\n### ${code}\n`) ?? [];
  return section === null ? null : (section.split(/\n#{2,3} /, 1)[0] ?? '').trim();
}
