import { composeRequest, prepareRequest } from '../../../compose/compose-request.ts';
import { unlimited } from '../unlimited.ts';
import { edgeLimits } from '../../../compose/template-limits.ts';
import { dereferenceSchema } from '../../../compose/data-schema/index.ts';
import { normaliseFilename } from '../../../compose/filename.ts';
import { explainForeignTag, findForeignStatement } from '../../../compose/foreign-syntax.ts';
import { findRequestProblems } from '../../../compose/request-problems.ts';
import { atOnce } from '../../../compose/turns.ts';
import { findUnknownFields, NO_UNKNOWN_FIELDS } from '../../../compose/unknown-fields/index.ts';
import { canonicalPieces } from '../../../schema/canonical-json.ts';
import { describeIssues } from '../../../schema/api/issues.ts';
import { generateRequest } from '../../../schema/api/generate.ts';
import { PLANS } from '../../../schema/plans.ts';
import { externalKey } from '../../../schema/external-key.ts';
import { isPublicHost, kindOfAddress, parseAddress } from '../../../schema/public-address.ts';
import { parseTraceparent, parseTracestate } from '../../../schema/trace-context.ts';
import { byteRange } from '../../../worker/surfaces/api/byte-range.ts';
import { readPreferences } from '../../../worker/surfaces/http/preferences.ts';
import { preferredType } from '../../../worker/surfaces/http/preferred-type.ts';
import { namesTag } from '../../../worker/lib/etag.ts';
import { decodeCursor } from '../../../worker/lib/cursor.ts';
import { doReferenceWork } from '../compose/reference-work.ts';
import { leastRatio, measureCpuNs } from './cpu.ts';
import { fieldsOf, type RequestField } from './request-fields.ts';

type MakeRun = (length: number) => string;

/** Each begins or ends something somewhere: white space, digits, separators, opening marks, characters of two units. */
const CHARACTERS = [...Array.from(' \t\n1a./-{<"\\&,;%@中\u0301😀'), '{{', '{%'];

/** Long texts of one kind of character. Accents that must change places, and characters that are all different, are two more. */
const RUNS: ReadonlyMap<string, MakeRun> = new Map<string, MakeRun>([
  ...CHARACTERS.map((each): [string, MakeRun] => [
    JSON.stringify(each),
    (length) => each.repeat(Math.ceil(length / each.length)),
  ]),
  ['accents', (length) => `a${'\u0301'.repeat(length >> 1)}${'\u0323'.repeat(length >> 1)}`],
  [
    'different characters',
    (length) => Array.from({ length }, (_, at) => String.fromCodePoint(0x4e_00 + (at % 20_000))).join(''),
  ],
]);

/** Runs by kind and length: fields share them. */
const made = new Map<string, string>();

function runOf(kind: string, makeRun: MakeRun, length: number): string {
  const name = `${kind} ${length}`;
  const run = made.get(name) ?? makeRun(length);
  made.set(name, run);
  return run;
}

/** A run alone, and one inside a valid text. */
const textsOf = (example: string, run: string): string[] => [
  run,
  `${example.slice(0, 8)}${run}${example.slice(8)}!`,
];

/** The reference work takes about 100 ms of CPU. */
const MAX_RATIO = 0.5;

const measureReference = (): number => measureCpuNs(doReferenceWork);

// Once the code is warm.
measureReference();
const referenceNs = measureReference();

/** Returns whether it takes more than about 50 ms of CPU on a quiet machine. */
export async function isSlow(work: () => void): Promise<boolean> {
  if (measureCpuNs(work) < MAX_RATIO * referenceNs) return false;
  return (await leastRatio(() => measureCpuNs(work), measureReference, MAX_RATIO)) >= MAX_RATIO;
}

const attempt = (work: () => unknown): void => {
  try {
    work();
  } catch {
    // It is refused. What matters is how long that takes.
  }
};

/** Does what the service does with a field of a request before it knows whether there are credits. */
function readPart({ name, schema }: RequestField, part: unknown): void {
  const { error = null } = schema.safeParse(part);
  describeIssues(error, part);
  atOnce(findUnknownFields(part, schema, unlimited()));
  if (!/pdf\/(?:generate|merge|split|finish) /.test(name)) return;
  findRequestProblems(part, error);
  // Its hash is compared with that of an earlier request.
  for (const piece of canonicalPieces(part)) if (piece === '') return;
}

/** Time that grows with the square is minutes for a long text, so a short one comes first. */
const SHORT = 20_000;

type LongText = Pick<RequestField, 'example' | 'maxLength'>;

async function listSlow(
  length: number,
  { example, maxLength }: LongText,
  read: (text: string) => void,
): Promise<readonly string[]> {
  const slow: string[] = [];
  // The longest run that is accepted may take longer than a longer one.
  const longest = Math.max(2, maxLength - example.length - 2);
  const lengths = new Set([Math.min(SHORT, longest), Math.min(length, longest), SHORT, length]);
  for (const [kind, makeRun] of RUNS) {
    const texts = [...lengths].flatMap((characters) => textsOf(example, runOf(kind, makeRun, characters)));
    const works = texts.map((text) => () => attempt(() => read(text)));
    if (await findAsync(works, isSlow)) slow.push(kind);
  }
  return slow;
}

async function findAsync<Item>(
  items: readonly Item[],
  test: (item: Item) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (await test(item)) return true;
  return false;
}

const named = (name: string, kinds: readonly string[]): string[] => kinds.map((kind) => `${name}: ${kind}`);

/** The fields that take longer to read than the reference, with the text. */
export async function listSlowFields(fields: readonly RequestField[], length: number): Promise<string[]> {
  const slow: string[] = [];
  for (const field of fields) {
    const read = (text: string) => readPart(field, field.place(text));
    slow.push(...named(field.name, await listSlow(length, field, read)));
  }
  return slow;
}

/** The same for options of a generation that a placeholder fills. */
export async function listSlowOptions(length: number): Promise<string[]> {
  const slow: string[] = [];
  for (const { name, place } of fieldsOf(generateRequest, '')) {
    const { success, data: body } = generateRequest.safeParse({
      htmlContent: '-',
      ...toObject(place('{{text}}')),
    });
    if (!success || !name.includes('.options.')) continue;
    const prepared = await prepareRequest({ body, template: null }, 0, async () => ({}));
    const fill = (text: string) =>
      composeRequest(
        {
          body: { ...body, templateData: { text } },
          filename: null,
          template: null,
          plan: 'free',
          watermark: null,
          unknownFields: NO_UNKNOWN_FIELDS,
          now: 0,
        },
        prepared,
        { limits: edgeLimits(PLANS.free.maxHtmlBytes), meter: unlimited() },
      );
    slow.push(...named(name, await listSlow(length, { example: 'a', maxLength: Infinity }, fill)));
  }
  return slow;
}

const toObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** The readers of headers, names, addresses, saved schemas and templates. */
const READERS: readonly (readonly [name: string, example: string, read: (text: string) => unknown])[] = [
  ['Prefer', 'respond-async, wait="1"', readPreferences],
  ['Accept', 'application/pdf;q=1', (text) => preferredType(text, ['application/json', 'application/pdf'])],
  ['Range', 'bytes=0-1', (text) => byteRange(text, 1_000)],
  ['If-None-Match', 'W/"a"', (text) => namesTag(text, '"b"')],
  ['traceparent', `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01`, parseTraceparent],
  ['tracestate', 'a=1,b=2', parseTracestate],
  ['a cursor', 'MQ', (text) => decodeCursor(text, 1)],
  ['the name of a file', 'a.pdf', normaliseFilename],
  ['an address', 'https://a.dev/b', parseAddress],
  ['a host', 'a.dev', isPublicHost],
  ['an IP address', '[1::2]', (text) => kindOfAddress(`[${text}]`)],
  [
    'the key of a copy',
    '{fileId}',
    (text) => externalKey('', text, { fileId: 'f', filename: 'f', createdAt: 0 }),
  ],
  ['a reference of a data schema', '#/$defs/a', ($ref) => dereferenceSchema({ $ref }, unlimited())],
  ['a format of a data schema', 'date', (format) => dereferenceSchema({ format }, unlimited())],
  [
    'a keyword of a data schema',
    'type',
    (keyword) => dereferenceSchema({ [keyword]: 'object' }, unlimited()),
  ],
  ['a tag', 'a | upper', explainForeignTag],
  ['a template of another language', '{% for a %}', findForeignStatement],
];

/** Those that take longer than the reference, with the text. */
export async function listSlowReaders(length: number): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, example, read] of READERS) {
    slow.push(
      ...named(name, await listSlow(length, { example, maxLength: Infinity }, (text) => void read(text))),
    );
  }
  return slow;
}
