import type { PdfObject } from '../file/reader.ts';
import type { Check } from './check.ts';
import { checkEntryOfFirstPart } from './check-first-part.ts';
import { placeOf } from './problems.ts';
import { isUtf8Name } from './utf8-name.ts';
import { type Entry, scanObject } from './scan-object.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Keys that Chromium, this package and other programs write. Their presence alone breaks no rule. */
const KEYS = words(
  'Type Subtype Length Length1 Length2 Length3 Filter DecodeParms Predictor Colors Columns BitsPerComponent ColorTransform K Rows BlackIs1 ' +
    'EndOfLine EncodedByteAlign EndOfBlock DamagedRowsBeforeError Title Author Subject Keywords Creator Producer CreationDate ModDate Trapped ' +
    'Pages Parent Kids Count Limits Nums Names Dests First Last Prev Next Dest A D URI IsMap Base S P F C Resources MediaBox CropBox BleedBox TrimBox ' +
    'ArtBox Rotate UserUnit Contents Annots Tabs StructParent StructParents Group I CS ProcSet ExtGState Font XObject Pattern Shading ColorSpace ' +
    'Properties ca CA BM SMask AIS LC LJ LW ML D SA OP op OPM FL SM TK G BC BBox Matrix FormType Width Height ImageMask Mask Decode Interpolate ' +
    'PatternType PaintType TilingType XStep YStep ShadingType Background Coords Domain Range Function Functions FunctionType Extend Encode Bounds ' +
    'C0 C1 N Order Size BitsPerSample BitsPerCoordinate BitsPerFlag VerticesPerRow AntiAlias WhitePoint BlackPoint Gamma Lab Alternate BaseFont ' +
    'Encoding Differences DescendantFonts ToUnicode FontDescriptor CIDSystemInfo Registry Ordering Supplement CIDToGIDMap DW DW2 W W2 FontName ' +
    'FontFamily FontStretch FontWeight Flags Ascent Descent Leading StemV StemH CapHeight XHeight AvgWidth MaxWidth MissingWidth ItalicAngle FontBBox ' +
    'FontFile2 FontFile3 FontMatrix FirstChar LastChar Widths CharProcs Rect Border BS H Contents QuadPoints NM M StructTreeRoot ParentTree ' +
    'ParentTreeNextKey RoleMap ClassMap IDTree MarkInfo Marked Suspects Lang Outlines ViewerPreferences DisplayDocTitle PageMode PageLayout PageLabels ' +
    'Version OutputIntents OutputConditionIdentifier OutputCondition RegistryName Info DestOutputProfile EmbeddedFiles AF EF UF Desc AFRelationship ' +
    'Params CheckSum St SE Obj Pg MCID Stm Name DefaultRGB DefaultGray Alt E ActualText ID O ' +
    'Scope Headers ColSpan RowSpan Summary ListNumbering Placement WritingMode WMode CMapName Trans Dur Dm Di SS B',
);

/** Keys of dictionaries whose own keys are names that the document chooses. */
const HAS_FREE_KEYS = words(
  'ExtGState Font XObject Pattern Shading ColorSpace Properties CharProcs RoleMap ClassMap Dests Colorants',
);

/** For some keys, the values that break no rule, and the rule that other values may break. */
const VALUES: ReadonlyMap<string, readonly [rule: string, values: ReadonlySet<string>]> = new Map([
  [
    'BM',
    [
      '6.2.10',
      words(
        '/Normal /Compatible /Multiply /Screen /Overlay /Darken /Lighten /ColorDodge /ColorBurn /HardLight /SoftLight /Difference /Exclusion /Hue ' +
          '/Saturation /Color /Luminosity [',
      ),
    ],
  ],
  [
    'Filter',
    [
      '6.1.7.2',
      words(
        '/FlateDecode /DCTDecode /ASCII85Decode /ASCIIHexDecode /RunLengthDecode /CCITTFaxDecode /JBIG2Decode /JPXDecode [',
      ),
    ],
  ],
  ['BitsPerComponent', ['6.2.8', words('1 2 4 8 16')]],
  // Subtypes of fonts and annotations have rules of their own.
  [
    'Subtype',
    [
      '6.1',
      words(
        '/Link /Form /Image /Type0 /CIDFontType0 /CIDFontType2 /Type3 /Type1 /TrueType /MMType1 /XML /OpenType /CIDFontType0C',
      ),
    ],
  ],
]);

/** The rules that other keys may break. */
const RULES: ReadonlyMap<string, string> = new Map([
  ['RI', '6.2.6'],
  ['Intent', '6.2.6'],
  ['TR', '6.2.5'],
  ['HT', '6.2.5'],
  ['AP', '6.3.3'],
  ['CIDSet', '6.2.11.4.2'],
  ['CharSet', '6.2.11.4.2'],
  ['Metadata', '6.6.2.1'],
  ['OC', '6.9'],
]);

const LARGE_INTEGER = /^[+-]?\d{10,}$/;
const MASK = /\/Type \/Mask\b/;
const EMBEDDED = /\/Type \/EmbeddedFile\b/;

/** Checks that the object has only entries that are known to break no rule. The document may be from another program. */
export function checkEntries(check: Check, object: PdfObject): void {
  const { problems, catalogId } = check;
  const { id, text } = object;
  const mayBeFree = !HAS_KIND.test(text);
  const areAttributes = mayBeFree && ATTRIBUTES.test(text);
  scanObject(text, (entry) => {
    const { of, key, value } = entry;
    if (check.isFirstPart) checkEntryOfFirstPart(check, object, entry);
    if (HAS_FREE_KEYS.has(key)) noteFree(check, value);
    if (of === null && GLYPH_LISTS.has(key) && DESCRIPTOR.test(text)) {
      check.noteGlyphList(id);
      return;
    }
    const isKnown = KEYS.has(key) || (of !== null && HAS_FREE_KEYS.has(of)) || isKnownHere(entry, object);
    const broken = RULES.get(key);
    // What uses a dictionary of free names may come later in the file.
    if (!isKnown && broken === undefined && of === null && mayBeFree) {
      if (!areAttributes) check.noteUnknown(id, key);
    } else if (!isKnown && id !== catalogId)
      problems.add(broken ?? '6.1', placeOf(object), describeUnknown(key));
    if (LARGE_INTEGER.test(value)) problems.add('6.1.13', placeOf(object), 'has a number that is too large');
    if (value.startsWith('/') && !isUtf8Name(value))
      problems.add('6.1.8', placeOf(object), `has a name of /${key.slice(0, 60)} that is not UTF-8`);
    const [rule, values] = VALUES.get(key) ?? [];
    if (
      rule !== undefined &&
      values?.has(value) === false &&
      !/ R$|^[(<]/.test(value) &&
      !EMBEDDED.test(text)
    )
      problems.add(
        rule,
        placeOf(object),
        `has the value ${value.slice(0, 60)} of /${key}, which cannot be checked here`,
      );
  });
}

/** Lists of the glyphs of a font. PDF/A requires none, and a wrong one breaks a rule, so they are left out. */
export const GLYPH_LISTS = words('CIDSet CharSet');

const DESCRIPTOR = /\/Type \/FontDescriptor\b/;

/** Adds the problems of keys that no dictionary of free names has. */
export function checkUnknownKeys({ problems, unknownKeys, freeIds, catalogId }: Check): void {
  for (const [id, key] of unknownKeys)
    if (!freeIds.has(id) && id !== catalogId) problems.add('6.1', placeOf({ id }), describeUnknown(key));
}

const describeUnknown = (key: string): string => `has /${key.slice(0, 60)}, which cannot be checked here`;

/** Objects of these kinds have no free names. */
const HAS_KIND = /\/(?:Type|Subtype|S|FT|Rect|Filter)(?=[\s/[(<])/;

/** Matches the attributes of tags, which may have any names. */
const ATTRIBUTES = /\/O \/(?:Layout|List|Table|PrintField|UserProperties)\b/;

const REFERENCE = /^(\d{1,10}) 0 R$/;

function noteFree({ freeIds }: Check, value: string): void {
  const id = REFERENCE.exec(value)?.[1];
  if (id !== undefined) freeIds.add(Number(id));
}

/** A soft mask may have a transfer function. No other dictionary may have one. */
const isKnownHere = ({ of, key }: Entry, { text }: PdfObject): boolean =>
  key === 'TR' && (of === 'SMask' || (of === null && MASK.test(text)));
