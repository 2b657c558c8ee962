import { env } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { BrowserRunRenderer } from '../../../../renderer/browser-run/browser-run-renderer.ts';
import { ContainerRenderer } from '../../../../renderer/container/container-renderer.ts';
import { FallbackRenderer } from '../../../../renderer/fallback-renderer.ts';
import { chooseRenderers } from '../../../../worker/choose-renderer.ts';
import { type Env, MisconfiguredError, readVariables } from '../../../../worker/env.ts';
import { call } from '../../support/service.ts';

const TOKEN = { RENDERER_TOKEN: 'a-token-of-the-renderer' };
const AT_URL = { ...TOKEN, RENDERER_URL: 'http://127.0.0.1:9' };

const installation = (changes: Partial<Env>): Env => ({ ...env, ...changes });
const chosen = (changes: Partial<Env>) => {
  const bindings = installation(changes);
  return chooseRenderers(bindings, readVariables(bindings));
};

describe('RENDERER', () => {
  test.each([
    ['at a URL', AT_URL],
    ['behind a binding', TOKEN],
  ])('defaults to Browser Run, with a container %s for large requests', (_where, reached) => {
    const { renderer, container } = chosen({ ...reached, RENDERER: undefined });
    expect(renderer).toBeInstanceOf(BrowserRunRenderer);
    expect(container).not.toBeNull();
  });

  test.each([
    ['without the token of a container', { ...AT_URL, RENDERER_TOKEN: undefined, RENDERER: undefined }],
    ['without the address of a container', { ...TOKEN, PRINT_CONTAINER: undefined, RENDERER: undefined }],
    ['as browser-run-only', { ...AT_URL, RENDERER: 'browser-run-only' }],
  ])('selects Browser Run alone %s', (_what, changes) => {
    const { renderer, container } = chosen(changes);
    expect(renderer).toBeInstanceOf(BrowserRunRenderer);
    expect(container).toBeNull();
  });

  test.each([
    ['a URL', AT_URL],
    ['a binding', TOKEN],
  ])('can be the container alone, by %s', (_how, reached) => {
    const { renderer, container } = chosen({ ...reached, RENDERER: 'container', BROWSER: undefined });
    expect(renderer).toBeInstanceOf(ContainerRenderer);
    expect(container).not.toBeNull();
  });

  test('can be both, with the container second', () => {
    const { renderer, container } = chosen({ ...AT_URL, RENDERER: 'browser-run,container' });
    expect(renderer).toBeInstanceOf(FallbackRenderer);
    expect(container).not.toBeNull();
  });

  test.each([
    ['an unknown value', { RENDERER: 'puppeteer' }, /RENDERER: must be one of browser-run \| container \|/],
    [
      'a container without a token',
      { RENDERER: 'container', RENDERER_TOKEN: undefined },
      /RENDERER_TOKEN is not set/,
    ],
    [
      'a container without a URL or binding',
      { ...TOKEN, RENDERER: 'container', PRINT_CONTAINER: undefined },
      /neither RENDERER_URL nor the binding PRINT_CONTAINER is set/,
    ],
    ['Browser Run without its binding', { BROWSER: undefined }, /the binding BROWSER is missing/],
    ['an invalid URL', { ...AT_URL, RENDERER_URL: 'renderer' }, /RENDERER_URL: Invalid URL/],
  ])('rejects %s with a clear message', (_what, changes, message) => {
    expect(() => chosen(changes)).toThrow(MisconfiguredError);
    expect(() => chosen(changes)).toThrow(message);
  });

  test('fails every request if it is wrong', async () => {
    const response = await call('/healthz', {}, installation({ RENDERER: 'puppeteer' }));
    expect(response.status).toBe(500);
  });
});
