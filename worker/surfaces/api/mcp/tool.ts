import { z } from 'zod';
import { describeIssues } from '../../../../schema/api/issues.ts';
import { isJsonObject } from '../../../../schema/json-object.ts';
import type { Permission } from '../../../../schema/permissions.ts';
import { invalidRequest } from '../../../lib/api-error.ts';
import type { AppContext } from '../../http/context.ts';
import { requireKey } from '../context.ts';

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
    };

export interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: object;
  readonly isError?: true;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what the tool does, and when to use it. */
  readonly description: string;
  /** A key with one of these may call the tool. Empty: any key. */
  readonly permissions: readonly Permission[];
  /** Hints for clients that ask a person before a call. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: false;
    readonly openWorldHint: boolean;
  };
  readonly inputSchema: object;
  /** @throws {ApiError} the error that the same request to the API would get */
  run(c: AppContext, args: unknown): Promise<ToolResult>;
}

type Definition<Args extends z.ZodObject> = Omit<Tool, 'inputSchema' | 'annotations' | 'run'> & {
  readonly args: Args;
  readonly changes?: true;
  readonly run: (c: AppContext, args: z.output<Args>, given: unknown) => Promise<ToolResult>;
};

/** More than any tool has. A check of each unknown name takes microseconds, and a body has room for a million. */
const MAX_ARGUMENTS = 100;

/** @param args of the tool. Other fields are refused, because only an error shows a model that it guessed a wrong name. */
export const tool = <Args extends z.ZodObject>({
  args: schema,
  changes,
  run,
  ...definition
}: Definition<Args>): Tool => ({
  ...definition,
  annotations: { readOnlyHint: changes !== true, destructiveHint: false, openWorldHint: changes === true },
  get inputSchema() {
    return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  },
  run(c, given) {
    if (isJsonObject(given) && Object.keys(given).length > MAX_ARGUMENTS)
      throw invalidRequest([`arguments: has more than ${MAX_ARGUMENTS} fields`]);
    const { success, data, error } = schema.safeParse(given);
    if (!success) throw invalidRequest(describeIssues(error, given));
    return run(c, data, given);
  },
});

/** Returns a result that a program and a model can both read. */
export const jsonResult = (value: object): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});

export const isPermitted = (c: AppContext, { permissions }: Tool): boolean =>
  permissions.length === 0 ||
  permissions.some((permission) => requireKey(c).permissions.includes(permission));
