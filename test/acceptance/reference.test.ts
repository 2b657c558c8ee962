import { describe, expect, it } from 'vitest';
import { send } from '../support/service-client.ts';

describe('the API reference', () => {
  it('is a page of this installation alone: what it loads is here, and nothing else may be loaded', async () => {
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
    expect((await send('/docs/vendor/standalone.esm.js')).status).toBe(200);
  });

  it('shows a description with an example of every request and of the common answers', async () => {
    const { components } = JSON.parse((await send('/v1/openapi.json')).text) as {
      components: { schemas: Record<string, { example?: unknown }> };
    };
    for (const name of ['GenerateRequest', 'GenerateResponse', 'CreateTemplate', 'Error']) {
      expect(components.schemas[name], name).toHaveProperty('example');
    }
  });
});
