import { findReference, readReferences } from '../file/dictionary.ts';
import type { PdfObject } from '../file/reader.ts';
import { findStrings, readEntries, readString } from '../file/syntax.ts';
import type { Check } from './check.ts';
import { checkColourProfile } from './check-colour-profile.ts';
import { checkEntries } from './check-entries.ts';
import { checkCounts } from './check-first-part.ts';
import { checkLanguage } from './check-language.ts';
import { MAX_NAME_BYTES, MAX_STRING_BYTES } from './limits.ts';
import { placeOf } from './problems.ts';
import { isKnownType } from './role-map.ts';
import { isUtf8Name } from './utf8-name.ts';

/** Chromium names the places that links lead to by the ids of their elements. */
const LONG_NAME = /\/[^\s\0/<>[\](){}%]{128,}/;

/** Patterns that this engine never writes. Each breaks the rule, or may break it and is not checked. */
const FORBIDDEN: readonly (readonly [rule: string, pattern: RegExp, what: string])[] = [
  ['6.1.7.2', /\/(?:LZWDecode|Crypt)\b/, 'has a filter that PDF/A does not allow'],
  ['6.2.8.3', /\/JPXDecode\b/, 'has a JPEG 2000 image, which cannot be checked here'],
  ['6.1.7.1', /\/FFilter\b|\/FDecodeParms\b/, 'has data in another file'],
  ['6.2.4.3', /\/DeviceCMYK\b/, 'has the colour space DeviceCMYK; the output intent of the document is sRGB'],
  ['6.2.4.4', /\/(?:Separation|DeviceN)\b/, 'has spot colours, which cannot be checked here'],
  ['6.2.5', /\/(?:TR2|HTP|HTO)\b/, 'has a transfer function or a halftone'],
  ['6.2.8', /\/(?:Alternates|OPI)\b|\/Interpolate true\b/, 'has an alternate, OPI or interpolated image'],
  ['6.2.9', /\/Subtype2? \/PS\b|\/Ref <</, 'is a PostScript or reference XObject'],
  [
    '6.5.1',
    /\/S \/(?:JavaScript|Launch|Sound|Movie|ResetForm|ImportData|Hide|SetOCGState|Rendition|Trans|GoTo3DView|GoToE|SubmitForm)\b/,
    'has an action that PDF/A does not allow',
  ],
  ['6.5.2', /\/AA\s*<</, 'has actions of events'],
];

/** Matches all of them at once, because most objects match none. The time is bounded by theirs. */
const SUSPECT = new RegExp(FORBIDDEN.map(([, { source }]) => source).join('|'));

/** Matches the kinds of objects that have their own check. */
const KIND = /\/Type \/(Font|Annot|Filespec)\b/;

/** Matches an element of the structure. */
const TAG = /^<<\s*\/Type \/StructElem\b|^<<(?=[^<>]*\/Type \/StructElem\b)/;

/** Finds the type of a tag. */
const ROLE = /\/S\s*(\/[^\s\0/<>[\](){}%]*)/;

/** Finds colour spaces with a profile. Such an array is a colour space, wherever it is. */
const ICC_BASED = /\/ICCBased (\d{1,10}) 0 R\b/g;

/** @throws {UnreadablePdf} */
export async function checkObject(check: Check, object: PdfObject): Promise<void> {
  const { problems } = check;
  const { text } = object;
  const place = placeOf(object);
  if (text.length > MAX_STRING_BYTES) checkStrings(check, object);
  if (check.isFirstPart) checkCounts(check, object);
  if (text.length > MAX_NAME_BYTES && LONG_NAME.test(text) && hasLongName(withoutStrings(text)))
    problems.add(
      '6.1.13',
      place,
      `a name, such as the id of an element that a link leads to, has more than ${MAX_NAME_BYTES} bytes`,
    );
  // The attributes of tags may be anything. A tagged document has more tags than other objects.
  if (TAG.test(text)) {
    const [, role = ''] = ROLE.exec(text) ?? [];
    if (!isUtf8Name(role)) problems.add('6.1.8', place, 'has a type of tag that is not UTF-8');
    if (check.isTagged) checkElement(check, object);
    return;
  }
  if (SUSPECT.test(text)) {
    const bare = withoutStrings(text);
    for (const [rule, pattern, what] of FORBIDDEN) if (pattern.test(bare)) problems.add(rule, place, what);
  }
  for (const [, id] of text.matchAll(ICC_BASED)) await checkColourProfile(check, Number(id));
  const kind = kindOf(text);
  if (kind === 'Font') await checkFont(check, object);
  else if (kind === 'Annot') checkAnnotation(check, object);
  else if (kind === 'Filespec') await checkAttachment(check, object);
  checkEntries(check, object);
}

/** Returns the kind of an object with its own check, or null. Other programs may leave out `/Type`. */
function kindOf(text: string): string | null {
  if (!text.startsWith('<<')) return null;
  const kind = KIND.exec(text)?.[1];
  if (kind !== undefined) return kind;
  if (FONT.test(text)) return 'Font';
  if (ANNOTATION.test(text)) return 'Annot';
  return ATTACHMENT.test(text) ? 'Filespec' : null;
}

const FONT = /\/Subtype \/(?:Type0|CIDFontType[02]|Type1|Type3|MMType1|TrueType)\b/;
const HAS_TYPE = /\/Type \/Font(?![^\s\0/<>[\](){}%])/;
const ANNOTATION = /\/Subtype \/Link\b|\/Rect \[/;
const ATTACHMENT = /\/EF\b/;

function withoutStrings(text: string): string {
  let bare = '';
  let end = 0;
  for (const place of findStrings(text)) {
    bare += `${text.slice(end, place.start)}()`;
    end = place.end;
  }
  return bare + text.slice(end);
}

/** Returns whether a name has too many bytes. A byte may be written as `#` with two digits. */
function hasLongName(bare: string): boolean {
  for (const [name] of bare.matchAll(new RegExp(LONG_NAME, 'g')))
    if (name.slice(1).replaceAll(/#[\dA-Fa-f]{2}/g, '_').length > MAX_NAME_BYTES) return true;
  return false;
}

function checkStrings({ problems }: Check, object: PdfObject): void {
  for (const { start, end } of findStrings(object.text))
    if (end - start > MAX_STRING_BYTES && readString(object.text.slice(start, end)).length > MAX_STRING_BYTES)
      problems.add(
        '6.1.13',
        placeOf(object),
        `a string, such as the address of a link, has more than ${MAX_STRING_BYTES} bytes`,
      );
}

/** Chromium embeds each font, or draws its glyphs (Type 3). Fonts of other kinds come from other programs. */
async function checkFont(check: Check, object: PdfObject): Promise<void> {
  const { reader, problems } = check;
  const { text } = object;
  const place = `${placeOf(object)}, font ${/\/BaseFont \/(\S+?)(?=[\s/<>[\]()]|$)/.exec(text)?.[1] ?? 'without a name'}`;
  const subtype = /\/Subtype \/(\w+)/.exec(text)?.[1] ?? '';
  if (!HAS_TYPE.test(text)) problems.add('6.2.11.2', place, 'has no /Type /Font');
  if (subtype === 'Type3') return;
  if (subtype === 'Type0') {
    if (!/\/Encoding \/Identity-[HV]\b/.test(text))
      problems.add('6.2.11.3', place, 'its encoding is not Identity');
    return;
  }
  // A font that nothing uses may be of any kind. What uses it is checked (`ContentsChecker`).
  if (subtype !== 'CIDFontType0' && subtype !== 'CIDFontType2') return;
  const descriptorId = findReference(text, 'FontDescriptor');
  const descriptor = descriptorId === null ? '' : (await reader.object(descriptorId)).text;
  if (!/\/FontFile[23]? \d+ 0 R\b/.test(descriptor)) problems.add('6.2.11.4.1', place, 'is not embedded');
  if (subtype === 'CIDFontType2' && !/\/CIDToGIDMap (?:\/Identity\b|\d+ 0 R)/.test(text))
    problems.add('6.2.11.3.2', place, 'does not say which glyphs its codes stand for');
  if (check.isFirstPart && descriptorId !== null) check.noteFontToList(descriptorId, object.id);
}

/** Bits of `/F`. Each bit of the first number hides an annotation in some way. The second number prints it. */
const HIDDEN = 0b100011;
const PRINTED = 0b100;

function checkAnnotation({ problems }: Check, object: PdfObject): void {
  const subtype = /\/Subtype \/(\w+)/.exec(object.text)?.[1] ?? '';
  if (subtype !== 'Link') problems.add('6.3.1', placeOf(object), `is an annotation of the kind ${subtype}`);
  const flags = Number(/\/F (\d+)/.exec(object.text)?.[1] ?? 0);
  if ((flags & HIDDEN) !== 0 || (flags & PRINTED) === 0)
    problems.add('6.3.2', placeOf(object), 'is a link that is hidden or not printed');
}

async function checkAttachment({ level, reader, problems }: Check, object: PdfObject): Promise<void> {
  if (!level.startsWith('3'))
    problems.add('6.8', placeOf(object), 'is an attachment, which needs "3b", "3u" or "3a"');
  const entries = readEntries(object.text);
  const missing = ['F', 'UF', 'AFRelationship'].filter((name) => !entries.has(name));
  if (missing.length > 0)
    problems.add('6.8', placeOf(object), `is an attachment without /${missing.join(', /')}`);
  for (const id of readReferences(entries.get('EF') ?? ''))
    if (!/\/Subtype \/[^\s/<>[\](){}%]*#2[Ff]/.test((await reader.object(id)).text))
      problems.add('6.8', placeOf(object), 'is an attachment without a media type');
}

function checkElement(check: Check, object: PdfObject): void {
  const { problems } = check;
  const type = /\/S \/([^\s/<>[\](){}%]+)/.exec(object.text)?.[1] ?? '';
  if (!isKnownType(type))
    problems.add('6.7.3.4', placeOf(object), `"${type.slice(0, 60)}" is not a standard type of tag`);
  const written = /\/Lang (\((?:[^()\\]|\\[\s\S])*\)|<[\dA-Fa-f\s]*>)/.exec(object.text)?.[1];
  if (written !== undefined) checkLanguage(check, placeOf(object), written);
}
