import { readFileSync } from 'node:fs';
import { inProject } from '../../../scripts/project.ts';
import type { Random } from '../../../test/support/random.ts';
import { examplesOf } from '../../../test/support/api-document.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutateJson, writeJson } from './mutate-json.ts';
import { sample } from './sample-schema.ts';
import type { Route } from './surfaces.ts';
import { type Chooser, kindOf } from './things.ts';
import { PASSWORD } from './call.ts';
import type { ThingKind } from './thing-kinds.ts';

export interface MadeBody {
  readonly type: string;
  readonly bytes: Buffer;
}

const OWN_PDF = readFileSync(inProject('packages/pdf/test/fixtures/three-pages.pdf'));

/** Assets of other types are refused, because their bytes are those of a PDF. */
const OWN_FILES: Readonly<Record<string, Buffer>> = {
  'image/svg+xml': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  ),
};

const PREFIXES: Readonly<Record<string, ThingKind>> = {
  tpl: 'template',
  file: 'file',
  job: 'job',
  batch: 'batch',
  wh: 'webhook',
  ws: 'ws',
  key: 'key',
  tgt: 'target',
  person: 'person',
};

const IDENTIFIER = /^([a-z]+)_[A-Za-z0-9]{22}/;

/** The tools that make a request. */
export interface Making {
  readonly random: Random;
  readonly route: Route;
  readonly chooser: Chooser;
  /** Gets what was changed, for the report. */
  readonly changes: string[];
}

interface BodyChoices {
  /** The number of values that are changed. */
  readonly mutations: number;
  /** The share of bodies that are examples of the description, if it has any. Others are made from the schema. */
  readonly fromExamples: number;
}

/** A body that the route accepts, with some of its values changed. It is null for a route without a body. */
export function makeBody(making: Making, { mutations, fromExamples }: BodyChoices): MadeBody | null {
  const { random, route, chooser, changes } = making;
  const content = route.operation.requestBody?.content;
  if (content === undefined) return null;
  const [type, media] = random.pick(Object.entries(content));
  const examples = examplesOf(media);
  if (type === 'application/x-ndjson')
    return { type, bytes: Buffer.from(lines(making, examples, mutations)) };
  if (type !== 'application/json')
    return { type, bytes: fileBytes(making, OWN_FILES[type] ?? OWN_PDF, mutations) };
  const named = (name: string): unknown => namedValue(name, route.path, chooser, changes);
  const sampled = () => sample({ random, document: route.surface.document, named }, media.schema);
  const isExample = examples.length > 0 && random.chance(fromExamples);
  let value = isExample ? withThings(random.pick(examples), chooser, changes) : sampled();
  for (let count = 0; count < mutations; count += 1) {
    value = mutateJson(random, value);
    changes.push('JSON changed');
  }
  return { type, bytes: Buffer.from(writeJson(value)) };
}

function fileBytes({ random, changes }: Making, file: Buffer, mutations: number): Buffer {
  let bytes = file;
  for (let count = 0; count < mutations; count += 1) {
    const { body, change } = mutateBytes(random, bytes);
    bytes = body;
    changes.push(`file: ${change}`);
  }
  return bytes;
}

/** NDJSON: each line is changed for itself. */
function lines(
  { random, chooser, changes }: Making,
  examples: readonly unknown[],
  mutations: number,
): string {
  const values = String(examples[0])
    .split('\n')
    .map((line) => withThings(JSON.parse(line), chooser, changes));
  for (let count = 0; count < mutations; count += 1) {
    const at = random.below(values.length);
    values[at] = mutateJson(random, values[at]);
    changes.push(`line ${at + 1} changed`);
  }
  return values.map(writeJson).join(random.chance(0.1) ? '\r\n' : '\n');
}

/** A copy in which the identifiers of the example are those of the world, and nothing waits. */
function withThings(value: unknown, chooser: Chooser, changes: string[]): unknown {
  if (typeof value === 'string') {
    const kind = PREFIXES[IDENTIFIER.exec(value)?.[1] ?? ''];
    return kind === undefined ? value : chooser.value(kind, changes);
  }
  if (Array.isArray(value)) return value.map((item) => withThings(item, chooser, changes));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'waitFor');
  return Object.fromEntries(entries.map(([name, inner]) => [name, withThings(inner, chooser, changes)]));
}

const OF_A_PERSON: Readonly<Record<string, string>> = {
  email: 'somebody@platen.test',
  password: PASSWORD,
  currentPassword: PASSWORD,
  newPassword: PASSWORD,
};

function namedValue(name: string, path: string, chooser: Chooser, changes: string[]): unknown {
  if (name in OF_A_PERSON) return OF_A_PERSON[name];
  if (name === 'version') return 1;
  if (name === 'ids') return [chooser.value('target', changes)];
  return name === 'id' || /[a-z]Id$/.test(name) ? chooserValue(name, path, chooser, changes) : undefined;
}

const chooserValue = (name: string, path: string, chooser: Chooser, changes: string[]): unknown =>
  name === 'externalId' || name === 'requestId' ? undefined : chooser.value(kindOf(name, path), changes);
