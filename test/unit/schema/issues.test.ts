import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eInvoice } from '../../../schema/api/e-invoice.ts';
import { createWebhook } from '../../../schema/api/webhooks.ts';
import { describeIssues } from '../../../schema/api/issues.ts';
import { createTemplate } from '../../../schema/api/templates.ts';
import { createTarget } from '../../../schema/api/targets.ts';
import { mergeRequest } from '../../../schema/api/assemble.ts';

const problemsOf = (schema: z.ZodType, body: unknown): string[] =>
  describeIssues(schema.safeParse(body).error, body);

describe('a field that is missing is required, whatever its type', () => {
  test.each<[string, z.ZodType]>([
    ['a text', z.string()],
    ['a choice', z.enum(['a', 'b'])],
    ['a value', z.literal('a')],
    ['a text or a list', z.union([z.string(), z.array(z.string())])],
    ['an object with a kind', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })])],
    ['a type with its own message', z.custom(() => false, 'must be an object')],
    ['a number with its own message', z.number({ error: 'must be a whole number' })],
  ])('%s', (_, value) => {
    expect(problemsOf(z.object({ value }), {})).toEqual(['value: is required']);
    expect(problemsOf(z.object({ list: z.array(z.object({ value })) }), { list: [{}] })).toEqual([
      'list[0].value: is required',
    ]);
    expect(problemsOf(z.object({ value }), { value: 1n })).not.toContain('value: is required');
    expect(problemsOf(z.object({ value }), { value: null })).not.toContain('value: is required');
  });

  test.each<[z.ZodType, unknown, string]>([
    [createTemplate, { content: 'x' }, 'name: is required'],
    [createWebhook, { url: 'https://shop.dev/' }, 'events: is required'],
    [createTarget, {}, 'provider: is required'],
    [mergeRequest, {}, 'entries: is required'],
  ])('in a request', (schema, body, problem) => {
    expect(problemsOf(schema, body)).toContain(problem);
  });
});

test.each<[string, z.ZodType, unknown, string]>([
  ['a kind', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]), 'b', 'must be one of a'],
  ['types', z.union([z.string(), z.boolean()]), 1, 'must be a string, or must be a boolean'],
  ['a record', z.record(z.string(), z.string()), [], 'must be an object'],
])('a wrong value is described in words of the contract: %s', (name, schema, value, problem) => {
  const given = name === 'a kind' ? { kind: value } : value;
  expect(problemsOf(z.object({ value: schema }), { value: given })).toEqual([
    `value${name === 'a kind' ? '.kind' : ''}: ${problem}`,
  ]);
});

test.each(['EXTENDED-CTC-FR', 'extended-ctc-fr', 'extended_ctc_fr@1.09.2'])(
  'the profile %s of France is refused by name',
  (profile) => {
    expect(problemsOf(eInvoice, { profile })).toEqual([
      expect.stringMatching(/^profile: .*does not make EXTENDED-CTC-FR.*docs\/e-invoices\.md/),
    ]);
    expect(problemsOf(eInvoice, { profile: 'extended' })).toEqual([
      expect.stringMatching(/^profile: must be one of basic,/),
    ]);
  },
);
