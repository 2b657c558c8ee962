import { reworkOf, type ReworkSteps } from '../../verbs/make/rework/rework.ts';
import { readPdf } from '../../verbs/make/rework/read-pdf.ts';
import { type AppContext, requireCtx } from '../http/context.ts';
import { outputName } from './answer.ts';
import { bookmarksOf, describeOutline, planBookmarks, readBookmarks } from './bookmark-fields.ts';
import type { Work } from './chromium.ts';
import type { Fields } from './fields.ts';
import { readAttachments, readEncryption, readFinishing, readFormats } from './finish-fields.ts';
import type { FormFile } from './form.ts';
import type { Given } from './given.ts';
import { Literals } from './literals.ts';
import { type MarkKind, readMarks } from './mark-fields.ts';
import { describeInfo, readMetadata } from './metadata-fields.ts';
import { requireOptions } from './options.ts';
import { badForm, refused } from './refusals.ts';
import { readRotation, revisionOf } from './revision-fields.ts';
import { readSplit } from './split-fields.ts';

/** Reads the fields of a route, and returns its steps when the form is valid. */
type Reader = (fields: Fields, literals: Literals, c: AppContext) => () => ReworkSteps;

/** The PDFs of a form go through the steps of a route. */
const reworked =
  (read: Reader) =>
  ({ c, fields, memory }: Given): Work => {
    const literals = new Literals();
    const toSteps = read(fields, literals, c);
    const files = fields.requireFilesOf('.pdf');
    fields.finish();
    const steps = { ...toSteps(), templateData: literals.data };
    return (produce) => produce(reworkOf({ kind: 'files', files }, steps, memory));
  };

/** What merged and split PDFs have in common. A PDF/A may not have most annotations, so they become a part of its pages. */
function readAll(fields: Fields, literals: Literals) {
  const toFinishing = readFinishing(fields, literals);
  const toWatermarks = readMarks(fields, 'watermark', literals);
  const toStamps = readMarks(fields, 'stamp', literals);
  const toRotation = readRotation(fields);
  const flatten = fields.bool('flatten');
  if (fields.bool('optimizeImages')) fields.ignored.add('optimizeImages');
  return (): ReworkSteps => {
    const { options, info } = toFinishing();
    return {
      marks: [...toWatermarks(), ...toStamps()].map((watermark) => requireOptions({ watermark })),
      revision: revisionOf({ rotation: toRotation(), info, flatten: flatten || options.pdfa !== undefined }),
      finish: requireOptions(options),
    };
  };
}

const MERGED_NAME = 'merged.pdf';

const merge = reworked((fields, literals, c) => {
  const toAll = readAll(fields, literals);
  const given = readBookmarks(fields);
  const ofFiles = fields.bool('autoIndexBookmarks');
  const titles = fields.bool('titleBookmarks');
  const name = outputName(c);
  return () => ({
    ...toAll(),
    merge: {
      name: name === null ? MERGED_NAME : `${name}.pdf`,
      bookmarks: planBookmarks({ given, ofFiles, titles }),
    },
  });
});

const split = reworked((fields, literals) => {
  const toSplit = readSplit(fields, true);
  const toAll = readAll(fields, literals);
  return () => ({ ...toAll(), split: toSplit() });
});

const flatten = reworked(() => () => ({ revision: () => ({ flatten: true }) }));

const rotate = reworked((fields) => {
  const toRotation = readRotation(fields, true);
  return () => ({ revision: revisionOf({ rotation: toRotation(), info: null }) });
});

const convert = reworked((fields) => {
  const toFormats = readFormats(fields);
  return () => {
    const formats = toFormats();
    if (Object.keys(formats).length === 0)
      throw badForm(["either 'pdfa' or 'pdfua' form fields must be provided"]);
    const revision = revisionOf({ rotation: null, info: null, flatten: formats.pdfa !== undefined });
    return { revision, finish: requireOptions(formats) };
  };
});

const encrypt = reworked((fields, literals) => {
  const toEncryption = readEncryption(fields, literals);
  return () => {
    const encryption = toEncryption();
    if (encryption === null) throw badForm(["a 'userPassword' or 'ownerPassword' is required"]);
    return { finish: requireOptions({ encryption }) };
  };
});

const embed = reworked((fields, literals) => {
  const toAttachments = readAttachments(fields, literals);
  return () => ({ finish: requireOptions({ attachments: toAttachments() }) });
});

const mark = (kind: MarkKind) =>
  reworked((fields, literals) => {
    const toMarks = readMarks(fields, kind, literals);
    return () => {
      const marks = toMarks();
      if (marks.length === 0) throw badForm([`form field '${kind}Source' is required`]);
      return { marks: marks.map((watermark) => requireOptions({ watermark })) };
    };
  });

const writeMetadata = reworked((fields, literals) => {
  const toMetadata = readMetadata(fields, literals, true);
  return () => {
    const { options: metadata, info } = toMetadata();
    return {
      revision: revisionOf({ rotation: null, info }),
      finish: requireOptions(metadata === null ? {} : { metadata }),
    };
  };
});

const writeBookmarks = reworked((fields) => {
  fields.require('bookmarks');
  const given = readBookmarks(fields);
  return () => ({
    revision: (name) => {
      const bookmarks = given === null ? null : bookmarksOf(given, name);
      return bookmarks === null ? null : { bookmarks };
    },
  });
});

const optimize = reworked((fields) => {
  const quality = fields.integer('imageQuality');
  if (quality !== null && (quality < 1 || quality > 100))
    fields.problem(
      `form field 'imageQuality' is invalid (got '${quality}', resulting to value is ${quality < 1 ? 'inferior to 1' : 'superior to 100'})`,
    );
  return () => {
    throw refused('Platen does not compress the images of a PDF.');
  };
});

/** By the path below `/forms/pdfengines/`. */
export const ENGINES: Readonly<Record<string, (given: Given) => Work>> = {
  merge,
  split,
  flatten,
  rotate,
  convert,
  encrypt,
  embed,
  optimize,
  watermark: mark('watermark'),
  stamp: mark('stamp'),
  'metadata/write': writeMetadata,
  'bookmarks/write': writeBookmarks,
};

/** Describes each PDF of a form. Nothing is kept or charged. */
const describing =
  (describe: (facts: Awaited<ReturnType<typeof readPdf>>) => unknown) =>
  async ({ c, fields }: Given): Promise<Record<string, unknown>> => {
    const files: readonly FormFile[] = fields.requireFilesOf('.pdf');
    fields.finish();
    const described: Record<string, unknown> = {};
    for (const file of files) described[file.name] = describe(await readPdf(requireCtx(c), file));
    return described;
  };

export const READERS: Readonly<Record<string, (given: Given) => Promise<Record<string, unknown>>>> = {
  'metadata/read': describing(({ info, pageCount }) => describeInfo(info, pageCount)),
  'bookmarks/read': describing(({ outline }) => describeOutline(outline)),
};
