import { describe, expect, test } from 'vitest';
import { type ApiDocument, examplesOf } from '../support/api-document.ts';
import { send, serviceUrl } from '../support/service-client.ts';

describe('the API reference', () => {
  test('loads nothing from other hosts', async () => {
    const page = await send('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/);
    for (const [, script = ''] of page.text.matchAll(/src="([^"]+)"/g)) {
      expect(script).toMatch(/^\//);
      expect((await send(script)).headers.get('content-type')).toMatch(/javascript/);
    }
    expect((await send('/docs/vendor/scalar.js')).status).toBe(200);
  });

  test('describes this installation, with an example of every answer that has a body', async () => {
    const script = (await send('/docs/start.js')).text;
    expect(script).toContain('/v1/openapi.json');
    const api = JSON.parse((await send('/v1/openapi.json')).text) as ApiDocument & {
      readonly servers: readonly { readonly url: string }[];
    };
    expect(api.servers).toEqual([{ url: new URL(serviceUrl()).origin }]);
    const answers = Object.values(api.paths).flatMap((verbs) =>
      Object.values(verbs).flatMap(({ responses }) => Object.values(responses)),
    );
    const media = answers.flatMap(({ content = {} }) => Object.values(content));
    expect(media.length).toBeGreaterThan(50);
    expect(media.filter((each) => examplesOf(each).length === 0)).toEqual([]);
  });
});
