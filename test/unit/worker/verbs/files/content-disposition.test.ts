import { expect, test } from 'vitest';
import { contentDisposition } from '../../../../../worker/adapters/r2/content-disposition.ts';

test('sends an ASCII name in both parameters', () => {
  expect(contentDisposition('inline', 'invoice.pdf')).toBe(
    `inline; filename="invoice.pdf"; filename*=UTF-8''invoice.pdf`,
  );
});

test('encodes non-ASCII characters, and adds a fallback for clients that cannot decode them', () => {
  expect(contentDisposition('inline', 'Rechnung für Zoë 🧾.pdf')).toBe(
    `inline; filename="Rechnung f_r Zo_ _.pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20Zo%C3%AB%20%F0%9F%A7%BE.pdf`,
  );
});

test('escapes quotes and line breaks in a name', () => {
  const header = contentDisposition('inline', `a"; x="b\\\r\nSet-Cookie: c'(d)*.pdf`);
  expect(header).toBe(
    `inline; filename="a_; x=_b___Set-Cookie: c'(d)*.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22b%5C%0D%0ASet-Cookie%3A%20c%27%28d%29%2A.pdf`,
  );
});
