import { describe, expect, test } from 'vitest';
import { compose } from '../../../compose/compose.ts';
import { checkTemplate } from '../../../compose/check-template.ts';
import { InvalidComposition, TemplateError } from '../../../compose/errors.ts';
import { generateRequest, type RequestOptions } from '../../../schema/api/generate.ts';
import { type TemplateSettings, templateSettings } from '../../../schema/api/pdf-options.ts';
import { unlimited } from '../../support/unlimited.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Given {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly settings?: TemplateSettings;
}

const jobOf = (options: RequestOptions, { data = {}, settings }: Given = {}) =>
  compose({
    meter: unlimited(),
    content: '<p>x',
    template: settings ? { name: 'Invoice', settings } : null,
    data,
    options: generateRequest.parse({ htmlContent: 'x', options }).options ?? {},
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: 0,
  }).job;

function problemsOf(options: RequestOptions, given: Given = {}): readonly string[] {
  try {
    jobOf(options, given);
  } catch (error) {
    if (error instanceof InvalidComposition) return error.details;
    throw error;
  }
  return [];
}

test('a job without these options has nothing to finish', () => {
  expect(jobOf({})).not.toHaveProperty('finish');
  expect(jobOf({ attachments: [] })).not.toHaveProperty('finish');
});

test('PDF/A is finished, and level a is tagged', () => {
  expect(jobOf({ pdfa: '2b' })).toMatchObject({ tagged: false, finish: { pdfa: '2b', metadata: null } });
  expect(jobOf({ pdfa: '3a' }).tagged).toBe(true);
  expect(jobOf({}, { settings: { pdfa: '3u' } }).finish?.pdfa).toBe('3u');
  const off = jobOf({ pdfa: 'none', forms: true }, { settings: { pdfa: '3a' } });
  expect(off).toMatchObject({ tagged: false, forms: true });
  expect(off).not.toHaveProperty('finish');
});

describe('placeholders', () => {
  test('every text is filled, and is not HTML', () => {
    const data = { name: 'A & B', password: '<p>&' };
    const { finish } = jobOf(
      {
        metadata: { title: '{{name}}', author: '{{name}}', keywords: ['{{name}}', '{{missing}}'] },
        attachments: [{ name: '{{name}}.xml', content: '<x>{{name}}</x>', description: '{{name}}' }],
        watermark: { text: '{{name}}' },
        encryption: { userPassword: '{{password}}' },
      },
      { data },
    );
    expect(finish?.metadata).toMatchObject({ title: 'A & B', author: 'A & B', keywords: ['A & B'] });
    expect(finish?.attachments).toMatchObject([
      { name: 'A & B.xml', description: 'A & B', content: { text: '<x>A & B</x>' } },
    ]);
    expect(finish?.watermark?.content).toMatchObject({ text: 'A & B' });
    expect(finish?.encryption?.userPassword).toBe('<p>&');
  });

  test('an image and the content of an attachment can come from the data', () => {
    const { finish } = jobOf(
      {
        attachments: [{ name: 'a.bin', content: '{{file}}', encoding: 'base64' }],
        watermark: { image: '{{logo}}' },
      },
      { data: { file: 'aGVsbG8=', logo: `data:image/png;base64,${PNG}` } },
    );
    expect(finish?.attachments[0]?.content).toEqual({ base64: 'aGVsbG8=' });
    expect(finish?.watermark).toMatchObject({ content: { base64: PNG, mediaType: 'image/png' }, angle: 0 });
  });

  test('a colour, pages and a media type can come from the data, and are checked then', () => {
    const options = {
      attachments: [{ name: 'a', content: 'x', mediaType: '{{type}}' }],
      watermark: { text: 'x', color: '{{brand}}', pageRanges: '{{first}}-3' },
    };
    const { finish } = jobOf(options, { data: { type: 'text/xml', brand: '#c00', first: 2 } });
    expect(finish?.attachments[0]?.mediaType).toBe('text/xml');
    expect(finish?.watermark).toMatchObject({ content: { colour: '#c00' }, pageRanges: '2-3' });
    expect(problemsOf(options, { data: { type: 'xml', brand: 'red', first: 4 } })).toEqual([
      'options.attachments[0].mediaType: must be a media type such as "text/xml"',
      'options.watermark.color: must be a colour such as "#cc0000" or "#c00"',
      'options.watermark.pageRanges: has a range that runs backwards',
    ]);
    const wrong = { watermark: { text: 'x', color: 'red', pageRanges: '4-3' } };
    const { error } = generateRequest.safeParse({ htmlContent: 'x', options: wrong });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'must be a colour such as "#cc0000" or "#c00"',
      'has a range that runs backwards',
    ]);
  });

  test('the error of a password has nothing of it', () => {
    const broken = () => jobOf({ encryption: { userPassword: 'correct horse {{' } });
    expect(broken).toThrow(TemplateError);
    expect(broken).toThrow('options.encryption.userPassword is not a valid template');
    try {
      broken();
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain('horse');
    }
  });
});

describe('settings of a template', () => {
  const settings: TemplateSettings = {
    metadata: { title: 'Invoice', author: 'Acme' },
    watermark: { image: PNG, opacity: 0.5 },
    encryption: { ownerPassword: '{{owner}}', permissions: { print: 'high' } },
  };

  test('the request changes single fields of them', () => {
    const { finish } = jobOf(
      { metadata: { title: 'Reminder' }, watermark: { text: 'COPY' }, encryption: { userPassword: 'open' } },
      { settings, data: { owner: 'boss' } },
    );
    expect(finish?.metadata).toMatchObject({ title: 'Reminder', author: 'Acme' });
    expect(finish?.watermark).toMatchObject({ content: { text: 'COPY' }, opacity: 0.5 });
    expect(finish?.encryption).toMatchObject({ userPassword: 'open', ownerPassword: 'boss' });
  });

  test('the request turns the watermark off', () => {
    const off = { watermark: { enabled: false } };
    expect(jobOf(off, { settings, data: { owner: 'boss' } }).finish?.watermark).toBeNull();
  });

  test.each([
    'secret',
    '{{owner}}x',
    'a {{owner}}',
    '{{#if a}}secret{{/if}}',
    '{{concat "secret"}}',
    '{{"secret"}}',
  ])('a password must be one placeholder: %s is not', (ownerPassword) => {
    const parsed = templateSettings.safeParse({ encryption: { ownerPassword } });
    expect(parsed.error?.issues[0]?.message).toContain('must be one placeholder');
  });

  test.each(['{{owner}}', ' {{ customer.password }} ', '{{{owner}}}', '{{@root.owner}}'])(
    'a password can be %s',
    (ownerPassword) => {
      expect(templateSettings.safeParse({ encryption: { ownerPassword } }).success).toBe(true);
    },
  );

  test('their texts are checked when the template is saved', () => {
    expect(() =>
      checkTemplate({ meter: unlimited(), content: 'x', settings: { metadata: { title: '{{#if}}' } } }),
    ).toThrow('metadata, line 1');
    expect(() =>
      checkTemplate({
        meter: unlimited(),
        content: 'x',
        settings: { attachments: [{ name: 'a', content: '{{nope 1}}' }] },
      }),
    ).toThrow('nope');
  });
});

describe('refusals', () => {
  const file = { name: 'a.txt', content: 'x' };

  test.each<readonly [string, RequestOptions, string]>([
    [
      'PDF/A with a password',
      { pdfa: '3b', encryption: { userPassword: 'x' } },
      'options.pdfa: must not be given together with options.encryption',
    ],
    [
      'PDF/A with fields',
      { pdfa: '3b', forms: true },
      'options.pdfa: must not be given together with options.forms',
    ],
    [
      'PDF/A-2 with an attachment',
      { pdfa: '2a', attachments: [file] },
      'options.attachments: need "3b", "3u" or "3a" as options.pdfa; PDF/A-1 and PDF/A-2 do not allow them',
    ],
    [
      'permissions without an owner',
      { encryption: { userPassword: 'x', permissions: {} } },
      'options.encryption.permissions: needs "ownerPassword"',
    ],
    ['no password', { encryption: {} }, 'options.encryption: needs "userPassword" or "ownerPassword"'],
    [
      'a password that is empty',
      { encryption: { userPassword: '{{missing}}' } },
      'options.encryption.userPassword: is empty',
    ],
    [
      'a password of 128 bytes',
      { encryption: { userPassword: 'ü'.repeat(64) } },
      'options.encryption.userPassword: has more than 127 bytes of UTF-8',
    ],
    [
      'a password with a control character',
      { encryption: { userPassword: 'a\u{7}' } },
      'options.encryption.userPassword: has control characters',
    ],
    [
      'two attachments of one name',
      { attachments: [file, file] },
      'options.attachments[1].name: another attachment has this name',
    ],
    [
      'an attachment without a name',
      { attachments: [{ ...file, name: '{{missing}}' }] },
      'options.attachments[0].name: must name a file',
    ],
    [
      'no base64',
      { attachments: [{ ...file, encoding: 'base64', content: 'a*' }] },
      'options.attachments[0].content: must be base64',
    ],
    [
      'a large attachment',
      { attachments: [{ ...file, content: 'x'.repeat(5_000_001) }] },
      'options.attachments[0].content: has 5000001 bytes; an attachment may have 5000000',
    ],
    [
      'large attachments',
      { attachments: ['a', 'b', 'c'].map((name) => ({ name, content: 'x'.repeat(4_000_000) })) },
      'options.attachments: have 12000000 bytes together; 10000000 are allowed',
    ],
    [
      'a watermark of nothing',
      { watermark: { opacity: 1 } },
      'options.watermark: needs exactly one of "text" and "image"',
    ],
    [
      'a watermark of two things',
      { watermark: { text: 'x', image: PNG } },
      'options.watermark: needs exactly one of "text" and "image"',
    ],
    ['an empty watermark', { watermark: { text: ' {{missing}} ' } }, 'options.watermark.text: is empty'],
    [
      'a watermark of invisible characters',
      {
        watermark: {
          text: '{{mark}}\u{200B}\u{200E}\u{202E}\u{2066}\u{AD}\u{3164}\u{2800}\u{E0041}\u{FE0F}\n \u{A0}\u{2060}',
        },
      },
      'options.watermark.text: has no visible character',
    ],
    [
      'a long watermark',
      { watermark: { text: 'x'.repeat(201) } },
      'options.watermark.text: has more than 200 characters',
    ],
    [
      'no image',
      { watermark: { image: btoa('GIF89a') } },
      'options.watermark.image: must be a PNG or a JPEG',
    ],
    [
      'a JPEG of many segments',
      { watermark: { image: btoa(`\xff\xd8${'\xff\xe0\0\x02'.repeat(100_000)}`) } },
      'options.watermark.image: is damaged',
    ],
    [
      'a language',
      { metadata: { language: 'german!' } },
      'options.metadata.language: must be a language such as "de-DE"',
    ],
    [
      'a long title',
      { metadata: { title: 'x'.repeat(1_001) } },
      'options.metadata.title: has more than 1000 characters',
    ],
  ])('%s', (_what, options, problem) => {
    expect(problemsOf(options)).toEqual([problem]);
  });

  test('all problems are reported together', () => {
    expect(problemsOf({ encryption: {}, watermark: {}, metadata: { language: '?' } })).toHaveLength(3);
  });

  test.each<readonly [string, RequestOptions]>([
    [
      '21 attachments',
      { attachments: Array.from({ length: 21 }, (_, index) => ({ name: `${index}`, content: '' })) },
    ],
    ['a media type', { attachments: [{ name: 'a', content: '', mediaType: 'text' }] }],
    ['an opacity', { watermark: { text: 'x', opacity: 0 } }],
    ['page ranges', { watermark: { text: 'x', pageRanges: '3-1' } }],
    ['a colour', { watermark: { text: 'x', color: 'red;' } }],
  ])('%s of another form', (_what, options) => {
    expect(generateRequest.safeParse({ htmlContent: 'x', options }).success).toBe(false);
  });
});

test('passwords are the same on every keyboard', () => {
  const password = (userPassword: string) =>
    jobOf({ encryption: { userPassword } }).finish?.encryption?.userPassword;
  expect(password('\u{FF50}a\u{308}\u{AD}\u{A0}')).toBe('pä ');
});

test('metadata lose what XML cannot have', () => {
  expect(jobOf({ metadata: { title: ' a\u{0}\u{B}b\u{D800} ' } }).finish?.metadata?.title).toBe(
    'a b\u{FFFD}',
  );
});
