import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { expectRefusal, send } from '../support/service-client.ts';

/** Directives of the page's content security policy, by name. */
function policyOf(headers: Headers): Record<string, string> {
  const directives = (headers.get('Content-Security-Policy') ?? '').split('; ');
  return Object.fromEntries(
    directives.map((text) => [text.split(' ')[0], text.split(' ').slice(1).join(' ')]),
  );
}

const page = (path: string) => send(path, { redirect: 'manual' });

describe('the dashboard', () => {
  test.each(['/', '/dashboard'])('is the redirect of %s', async (path) => {
    const { status, headers } = await page(path);
    expect([status, headers.get('Location')]).toEqual([302, '/dashboard/']);
  });

  test.each(['/dashboard/', '/dashboard/sign-in', '/dashboard/w/ws_of-somebody/templates/tpl_1'])(
    'serves its page at %s',
    async (path) => {
      const { status, headers, text } = await page(path);
      expect(status).toBe(200);
      expect(headers.get('Content-Type')).toMatch(/^text\/html/);
      expect(text).toContain('<div id=');
      // The page names its scripts, so a browser must load it again after each deployment.
      expect(headers.get('Cache-Control')).toBe('no-cache');
    },
  );

  test('loads nothing from another host and cannot be framed', async () => {
    const { headers } = await page('/dashboard/');
    expect(policyOf(headers)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Permissions-Policy')).toContain('camera=()');
  });

  test('has files that may be cached forever, because their names contain a hash', async () => {
    const assets = await readdir(inProject('public/dashboard/assets'));
    const script = assets.find((name) => name.endsWith('.js'));
    const { status, headers } = await page(`/dashboard/assets/${script}`);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(policyOf(headers)['default-src']).toBe("'none'");
  });

  test('does not serve its page for a missing file', async () => {
    expectRefusal(await page('/dashboard/assets/nothing.js'), 'NOT_FOUND');
  });

  test('allows only GET and HEAD', async () => {
    const answer = await send('/dashboard/', { method: 'POST' });
    expectRefusal(answer, 'METHOD_NOT_ALLOWED');
  });
});

describe("the dashboard's routes", () => {
  test('answer on the same origin as the API', async () => {
    const { status, text } = await page('/console/session');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ success: true, data: { person: null } });
  });

  test('cannot be read by other origins', async () => {
    const headers = { Origin: 'https://elsewhere.example' };
    const answer = await send('/console/session', { headers });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
