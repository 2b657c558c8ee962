import { env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { HEIGHT, PAGE, WIDTH } from '../../../../renderer/container/protocol.ts';
import { buildServices } from '../../../../worker/services.ts';
import { previewPicture } from '../../../../worker/verbs/templates/preview-picture.ts';
import { REPORT } from '../../../support/render-report.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';

beforeAll(migrate);

test('a page of a PDF that is streamed is drawn too, also if the first container does not answer', async () => {
  const drawn: string[] = [];
  const broken = async (_path: string, { body }: RequestInit): Promise<Response> => {
    await new Response(body ?? null).text();
    throw new Error('gone');
  };
  const working = async (_path: string, { headers, body }: RequestInit): Promise<Response> => {
    drawn.push(`${new Headers(headers).get(PAGE)}: ${await new Response(body ?? null).text()}`);
    const size = { [WIDTH]: '900', [HEIGHT]: '1273' };
    return new Response('png', { headers: { ...size, 'Content-Length': '3' } });
  };
  const container = { host: { instances: () => [broken, working] }, token: 'secret' };
  const ctx = operatorCtx(await newWorkspace('growth'), { ...buildServices(env), container });
  const terms = { page: 2, width: 900, arrivedAt: Date.now(), signal: new AbortController().signal };
  const seen = await previewPicture(ctx, terms, () =>
    Promise.resolve({
      body: new Blob(['large PDF']).stream(),
      sizeBytes: 9,
      report: { ...REPORT, pageCount: 2 },
    }),
  );
  expect([seen.isPage, new TextDecoder().decode(seen.png)]).toEqual([true, 'png']);
  expect(drawn).toEqual(['2: large PDF']);
});
