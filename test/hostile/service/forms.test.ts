import { describe, expect, test } from 'vitest';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../../support/service-client.ts';

const form = (htmlContent: string) => ({ htmlContent, options: { forms: true } });

/** Each asks for more than a form may have. */
const TOO_MUCH: readonly (readonly [string, string, RegExp])[] = [
  ['too many fields', '<input>'.repeat(1_001), /^options\.forms: the document has more than 1,000 fields$/],
  [
    'options that are too long together',
    `<select>${`<option value="${'v'.repeat(500)}">${'x'.repeat(500)}`.repeat(1_001)}</select>`,
    /^options\.forms: the names, values and options/,
  ],
  [
    'fields that a script makes',
    '<body><script>for (let i = 0; i < 3000; i += 1) document.body.append(document.createElement("input"))</script>',
    /^options\.forms: /,
  ],
];

describe('a form', () => {
  test.each(TOO_MUCH)('with %s is refused, and costs nothing', async (_what, html, detail) => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const { details = [] } = expectRefusal(await tenant.generate(form(html)), 'VALIDATION_ERROR');
    expect(details[0]).toMatch(detail);
    expect(await tenant.quotaUsed()).toBe(0);
    expectGenerated(await tenant.generate(HELLO));
  });

  test('with names that clash and have many periods is made', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const names = [
      'a',
      'a.b',
      'a.b.c',
      'x'.repeat(5_000),
      'y.'.repeat(2_000),
      '....',
      '(',
      ')(',
      '\\',
      '<>[]/%',
    ];
    const fields = Array.from({ length: 200 }, (_, index) => {
      const name = names[index % names.length];
      return `<input name="${name}" value="${name}"><input type="radio" name="${name}" value="${name}">`;
    });
    expectGenerated(
      await tenant.generate(form(`${fields.join('')}<input name="constructor"><input name="__proto__">`)),
    );
  });

  test('is not in the hands of its document', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const html = `<form name="querySelectorAll"><input name="createElement"><input name="documentElement"></form><style>
      a { display: none !important; position: static !important } a::after { content: attr(href) !important } * { anchor-name: --x !important }
      </style><script>
      new MutationObserver((changes) => { for (const { addedNodes } of changes) for (const node of addedNodes)
        if (node.href) { node.href = node.href.replace(/\\d+$/, '999999'); node.textContent = 'y' } }).observe(document, { subtree: true, childList: true })
      </script><a href="https://field.invalid/0">link</a>`;
    expectGenerated(await tenant.generate(form(html)));
  });
});
