import { beforeAll, describe, expect, test } from 'vitest';
import { openImage, typeOfImage } from '../support/image.ts';
import { ASYNC, expectAccepted, jobIn } from '../support/jobs.ts';
import { expectGenerated, expectRefusal, send, Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

const htmlContent = '<!doctype html><style>body { margin: 0; background: #c00 }</style><p id="x">Hi {{name}}';
const PNG = { htmlContent, output: { type: 'png' } };

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'starter' });
});

const readFile = async (fileId: string): Promise<string> =>
  (await send(`/v1/files/${fileId}`, { headers: { 'X-API-Key': tenant.key } })).text;

describe('output.type', () => {
  test.each([
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
    ['webp', 'image/webp', 'webp'],
  ])('%s makes a file of the type %s, which spends one credit', async (type, mediaType, extension) => {
    const before = await tenant.quotaUsed();
    const { data } = expectGenerated(
      await tenant.generate({ ...PNG, filename: 'shot.pdf', output: { type } }),
    );
    expect(data).toMatchObject({ filename: `shot.${extension}`, mediaType });
    expect(await tenant.quotaUsed()).toBe(before + 1);
    for (const url of [data.url, data.signedUrl]) {
      expect(new URL(url).pathname.endsWith(`.${extension}`)).toBe(true);
      const download = await send(url);
      expect(download.headers.get('content-type')).toBe(mediaType);
      expect(download.headers.get('content-disposition')).toContain(`filename="shot.${extension}"`);
      expect(typeOfImage(download.bytes)).toBe(type);
      const { width, height } = await openImage(download.bytes);
      expect([width, height]).toEqual([794, 1123]);
    }
    expect(JSON.parse(await readFile(data.fileId)).data).toMatchObject({ mediaType });
  });

  test('pdf is the default', async () => {
    const { data } = expectGenerated(await tenant.generate({ htmlContent, output: { type: 'pdf' } }));
    expect(data).toMatchObject({ filename: 'document.pdf', mediaType: 'application/pdf' });
  });

  test('png is answered itself if Accept prefers it, and a replay is the same picture', async () => {
    for (const accepted of ['image/png', 'image/*', 'application/pdf;q=0.5, image/png']) {
      const answer = await tenant.generate(PNG, { Accept: accepted });
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('x-file-id')).toMatch(/^file_/);
      expect(typeOfImage(answer.bytes)).toBe('png');
    }
    const json = await tenant.generate(PNG, { Accept: 'application/pdf' });
    expect(json.headers.get('content-type')).toMatch(/^application\/json/);
    const keyed = { 'Idempotency-Key': 'picture', Accept: 'image/png' };
    const first = await tenant.generate(PNG, keyed);
    const second = await tenant.generate(PNG, keyed);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.bytes).toEqual(first.bytes);
  });

  variation('png works as a job', async () => {
    const accepted = expectAccepted(await tenant.generate(PNG, ASYNC));
    const job = await jobIn(tenant, accepted.jobId, 'succeeded');
    expect(job.file).toMatchObject({ filename: 'document.png' });
    expect(typeOfImage((await send(job.file?.url ?? '')).bytes)).toBe('png');
  });

  test('png of a test key has the mark', async () => {
    const tester = await Tenant.create({ environment: 'test' });
    const white = { htmlContent: '<p>', output: { type: 'png' } };
    const isMark = (red: number, green: number): boolean => red > green + 10;
    const { data } = expectGenerated(await tester.generate(white));
    const marked = await openImage((await send(data.url)).bytes);
    expect(marked.share(isMark)).toBeGreaterThan(0.01);
    const { data: live } = expectGenerated(await tenant.generate(white));
    expect((await openImage((await send(live.url)).bytes)).share(isMark)).toBe(0);
  });
});

test('the options of a picture change it', async () => {
  const take = async (output: object, more: object = {}) => {
    const { data } = expectGenerated(
      await tenant.generate({ htmlContent, ...more, output: { type: 'png', ...output } }),
    );
    return openImage((await send(data.url)).bytes);
  };
  expect((await take({ deviceScaleFactor: 2 })).width).toBe(1588);
  const element = await take({ selector: '#x' });
  expect(element.height).toBeLessThan(30);
  const long = await take({ fullPage: true }, { htmlContent: '<div style="height: 3000px">' });
  expect(long.height).toBeGreaterThan(3_000);
  const transparent = await take({ transparent: true }, { htmlContent: '<p>Hi' });
  expect(transparent.pixel(790, 1_000)[3]).toBe(0);
  const options = { format: 'Custom', width: 100, height: 50, orientation: 'portrait' };
  expect((await take({}, { options })).height).toBe(189);
});

describe('a request is refused', () => {
  test.each([
    [{ type: 'gif' }, {}, 'output.type'],
    [{ type: 'pdf', fullPage: true }, {}, 'output.fullPage: is only for pictures'],
    [{ type: 'png', quality: 80 }, {}, 'output.quality: is only for jpeg and webp'],
    [{ type: 'jpeg', quality: 0 }, {}, 'output.quality'],
    [{ type: 'jpeg', transparent: true }, {}, 'output.transparent: is only for png and webp'],
    [{ type: 'png', deviceScaleFactor: 3.1 }, {}, 'output.deviceScaleFactor'],
    [{ type: 'png', selector: '#x', fullPage: true }, {}, 'output.selector: must not be given together'],
    [{ type: 'png' }, { pageRanges: '2' }, 'options.pageRanges: is not for a picture'],
    [{ type: 'png' }, { header: { content: 'x' } }, 'options.header: is not for a picture'],
    [{ type: 'png', selector: '#none' }, {}, 'output.selector: no element matches'],
    [
      { type: 'png', deviceScaleFactor: 3 },
      { format: 'A1' },
      'output.deviceScaleFactor: the picture would have',
    ],
  ])('%j with %j: %s', async (output, options, detail) => {
    const before = await tenant.quotaUsed();
    const answer = await tenant.generate({ htmlContent, output, options });
    const problem = expectRefusal(answer, 'VALIDATION_ERROR');
    expect(JSON.stringify(problem)).toContain(detail);
    expect(await tenant.quotaUsed()).toBe(before);
  });

  test('but options that are off may be sent', async () => {
    const options = { tagged: false, outline: false, printBackground: true, header: { enabled: false } };
    expectGenerated(await tenant.generate({ ...PNG, options }));
  });
});

test("a template's settings for PDFs are ignored, and the report says so", async () => {
  const settings = { header: { content: 'Top' }, tagged: true, outputName: 'badge {{name}}.pdf' };
  const template = await tenant.putTemplate('Badge', htmlContent, settings);
  const body = { templateId: template.id, templateData: { name: 'Ada' }, options: { report: true } };
  const answer = await tenant.generate({ ...body, output: { type: 'webp' } });
  expect(expectGenerated(answer).data.filename).toBe('badge Ada.webp');
  const { report } = JSON.parse(answer.text);
  expect(report.warnings.map(({ code }: { code: string }) => code)).toEqual([
    'UNUSED_OPTION',
    'UNUSED_OPTION',
  ]);
  expect(report.pageCount).toBe(1);
});

variation('a row of a batch is a PDF', async () => {
  const template = await tenant.putTemplate('Row', htmlContent);
  const rows = [{ externalId: 'a', templateData: {}, output: { type: 'png' } }];
  const answer = await send('/v1/batches', {
    method: 'POST',
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ templateId: template.id, onRowError: 'stop', rows }),
  });
  expect(JSON.stringify(expectRefusal(answer, 'VALIDATION_ERROR'))).toContain(
    'rows[0].output: is not for a row',
  );
});
