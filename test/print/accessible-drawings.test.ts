import { readWhole } from '@platen/pdf';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { typical } from '../support/thorough.ts';

const printer = usePrinter();

const FINISH = { metadata: null, attachments: [], watermark: null, encryption: null, pdfua: true } as const;
const HEAD = '<!doctype html><html lang="en"><title>T</title><h1>H</h1>';

async function openPage(html: string) {
  const { pdf } = await printer.print(jobOf(HEAD + html, { tagged: true, finish: FINISH }));
  const document = await getDocument({ data: (await readWhole(pdf)).slice(), verbosity: 0 }).promise;
  return document.getPage(1);
}

/** Counts how often a text is in marked content of the tags, and how often it is in artifacts. */
async function countText(html: string, text: string): Promise<{ tagged: number; artifacts: number }> {
  const { items } = await (await openPage(html)).getTextContent({ includeMarkedContent: true });
  const counts = { tagged: 0, artifacts: 0 };
  const open: ('tagged' | 'artifacts' | null)[] = [];
  for (const item of items) {
    if (!('type' in item)) {
      const kind = open.findLast((one) => one !== null);
      if (item.str.includes(text) && kind) counts[kind] += 1;
    } else if (item.type === 'endMarkedContent') open.pop();
    else if ('tag' in item && item.tag === 'Artifact') open.push('artifacts');
    else open.push(item.type === 'beginMarkedContentProps' ? 'tagged' : null);
  }
  return counts;
}

test.each(
  typical(
    [
      ['mask-image', '<p style="mask-image: linear-gradient(#000, transparent)">Teaser</p>'],
      ['mask-border', '<p style="-webkit-mask-box-image: linear-gradient(red, transparent) 1">Teaser</p>'],
      [
        'masks in masks',
        '<div style="mask-image: linear-gradient(#000, transparent)"><div style="mask-image: radial-gradient(#000, transparent)"><p>Teaser</p></div></div>',
      ],
      [
        'mask of an SVG',
        '<svg width="0" height="0"><mask id="m"><rect width="50" height="50" fill="white"/></mask></svg><p style="mask: url(#m)">Teaser</p>',
      ],
      [
        'clip-path of text',
        '<svg width="0" height="0"><clipPath id="c"><text y="60" font-size="40">C</text></clipPath></svg><p style="clip-path: url(#c)">Teaser</p>',
      ],
    ],
    2,
  ),
)('content under a mask has its tags once, however often it is drawn: %s', async (_, html) => {
  const { tagged, artifacts } = await countText(html, 'Tea');
  expect(tagged).toBe(1);
  expect(artifacts).toBeGreaterThanOrEqual(1);
});

test('a link in a drawing with a label has a tag of its own in the tag of the drawing', async () => {
  const page = await openPage(
    '<svg width="200" height="100" role="img" aria-label="Chart"><a href="https://example.com/a"><text y="20">A</text></a><a href="https://example.com/b"><text y="60">B</text></a></svg>',
  );
  const ids = (await page.getAnnotations()).map(({ id }: { id: string }) => id);
  expect(JSON.parse(JSON.stringify(await page.getStructTree()))).toMatchObject({
    children: [
      {
        role: 'Document',
        children: [
          { role: 'H1' },
          {
            role: 'Figure',
            alt: 'Chart',
            children: expect.arrayContaining(
              ids.map((id) =>
                expect.objectContaining({
                  role: 'Link',
                  children: [{ type: 'annotation', id: `pdfjs_internal_id_${id}` }],
                }),
              ),
            ) as unknown,
          },
        ],
      },
    ],
  });
  expect(ids).toHaveLength(2);
});
