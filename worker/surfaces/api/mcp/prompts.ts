import { z } from 'zod';
import { describeIssues } from '../../../../schema/api/issues.ts';
import { text } from '../../../../schema/text.ts';
import type { AppContext } from '../../http/context.ts';
import { readPage } from './read-page.ts';
import { RpcError } from './rpc-error.ts';

const MAX_DESCRIPTION_CHARACTERS = 20_000;

/** Its text is examples/prompts/make-a-template.md. */
export const MAKE_TEMPLATE = {
  name: 'make_template',
  title: 'Make a template from a description',
  description: 'How to write the HTML, the data schema and the sample data of a template, and how to try it.',
  arguments: [
    {
      name: 'description',
      description: 'The document: what it is for, what is on it, how it should look, its language.',
      required: true,
    },
  ],
};

const getParams = z.looseObject({
  name: z.literal(MAKE_TEMPLATE.name),
  arguments: z.looseObject({ description: text(MAX_DESCRIPTION_CHARACTERS).min(1) }),
});

/** @throws {RpcError} */
export async function getPrompt(c: AppContext, params: unknown): Promise<object> {
  const { success, data, error } = getParams.safeParse(params);
  if (!success) {
    const message = describeIssues(error, params).join('; ');
    throw new RpcError('invalidParams', message, { status: 200 });
  }
  const prompt = await readPage(c, 'prompts/make-a-template');
  if (prompt === null) {
    throw new RpcError('internalError', 'This installation was built without its prompts.', { status: 200 });
  }
  const written = `${prompt.trim()}\n\n${data.arguments.description}`;
  return {
    description: MAKE_TEMPLATE.description,
    messages: [{ role: 'user', content: { type: 'text', text: written } }],
  };
}
