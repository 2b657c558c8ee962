import { describe, expect, test } from 'vitest';
import { openImage, typeOfImage } from '../../support/image.ts';
import { expectGenerated, expectRefusal, HELLO, send, Tenant } from '../../support/service-client.ts';
import { variation } from '../../support/thorough.ts';

const picture = (htmlContent: string, output: object = {}) => ({
  htmlContent,
  output: { type: 'png', ...output },
});

/** Each asks for more than a picture may have, or for what does not exist. */
const TOO_MUCH: readonly (readonly [string, object, RegExp])[] = [
  ['a scale of a million', picture('x', { deviceScaleFactor: 1e6 }), /^output\.deviceScaleFactor: /],
  [
    'a page that is too large only when it is scaled',
    picture('<div style="height: 16000px">', { fullPage: true, deviceScaleFactor: 3 }),
    /^output\./,
  ],
  ['an element that does not exist', picture('x', { selector: '#never' }), /^output\.selector: /],
  [
    'an element that a script removes again and again',
    picture(
      '<p id="a">x<script>const p = document.querySelector("#a"); p.remove(); setInterval(() => { document.body.append(p); p.remove() })</script>',
      { selector: '#a' },
    ),
    /^output\.selector: /,
  ],
  [
    'an element without an end',
    picture('<div id="a" style="width: 9e9px; height: 9e9px">', { selector: '#a' }),
    /^output\.selector: /,
  ],
];

describe('a picture', () => {
  test.each(TOO_MUCH)('of %s is refused, and costs nothing', async (_what, body, detail) => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const { details = [] } = expectRefusal(await tenant.generate(body), 'VALIDATION_ERROR');
    expect(details[0]).toMatch(detail);
    expect(await tenant.quotaUsed()).toBe(0);
    expectGenerated(await tenant.generate(HELLO));
  });

  test('of an animation without an end is a picture of the paper', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const htmlContent = `<style>@keyframes turn { to { background: #000 } } html { animation: turn .1s infinite alternate }</style>
      <p id="p">x<script>setInterval(() => { document.querySelector('#p').textContent += 'x' })</script>`;
    const { data } = expectGenerated(await tenant.generate({ htmlContent, output: { type: 'webp' } }));
    const { bytes } = await send(data.url);
    expect(typeOfImage(bytes)).toBe('webp');
    const { width, height } = await openImage(bytes);
    expect([width, height]).toEqual([794, 1123]);
  });

  variation('of a page that grows without an end is bounded', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const htmlContent = `<script>const grow = () => { document.body.append(document.createElement('p'), 'x'); requestAnimationFrame(grow) }
      onload = grow</script><body>`;
    const answer = await tenant.generate(picture(htmlContent, { fullPage: true }));
    if (answer.status === 200) {
      const { width, height } = await openImage((await send(expectGenerated(answer).data.url)).bytes);
      expect(width * height).toBeLessThanOrEqual(25_000_000);
    } else expectRefusal(answer, 'VALIDATION_ERROR');
    expectGenerated(await tenant.generate(HELLO));
  });
});
