import { expect, test } from 'vitest';
import {
  NoPageInTime,
  PrintCancelled,
  PrintFailed,
  RendererUnavailable,
  WaitTimeout,
} from '@platen/print-engine';
import { callToPrint } from '../../../../renderer/container/call-to-print.ts';
import type { ContainerFetch } from '../../../../renderer/container/host.ts';
import { PDF_BYTES, PREFACE_BYTES, THUMBNAIL_FOLLOWS } from '../../../../renderer/container/protocol.ts';
import type { Ctx } from '../../../../worker/ctx.ts';
import { RequestMemory } from '../../../../worker/lib/memory/request-memory.ts';
import { withThumbnail } from '../../../../worker/verbs/make/thumbnail.ts';
import { Phases } from '../../../../worker/adapters/tracing/phases.ts';
import { REPORT } from '../../../support/render-report.ts';
import { fileRecord } from '../../support/file-record.ts';
import { limitsOf } from '../../support/limits.ts';

/** It never answers. A call of it ends with its signal. */
const silent: ContainerFetch = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    const end = () => reject(signal?.reason as Error);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });

const soon = () => limitsOf({ deadline: Date.now() + 50 });

function drawThumbnail(signal: AbortSignal): Promise<unknown> {
  const container = { host: { instances: () => [silent] }, token: 'token' };
  const ctx = { services: { container } } as unknown as Ctx;
  const file = fileRecord();
  return withThumbnail(
    { ctx, memory: new RequestMemory('tests', Infinity), phases: new Phases(), signal, limits: soon() },
    { file, width: 100, body: new Uint8Array(3), drawn: undefined, keep: () => Promise.resolve(file) },
  );
}

test('a container that does not answer is as one without a page, soon after the deadline: a print', async () => {
  const print = callToPrint(silent, 'token', { path: '/print', body: '{}', ...soon() }, undefined);
  await expect(print).rejects.toThrow(NoPageInTime);
});

test('a container that does not answer is as one without a page, soon after the deadline: a thumbnail', async () => {
  await expect(drawThumbnail(new AbortController().signal)).rejects.toThrow(NoPageInTime);
});

test('a thumbnail ends when its client hangs up', async () => {
  await expect(drawThumbnail(AbortSignal.abort())).rejects.toThrow(PrintCancelled);
});

const PREFACE = JSON.stringify({ report: REPORT });
const PDF = '%PDF-1.7';

/** Sends these pieces after each other. Null: nothing more comes, until the call ends. */
function answering(pieces: readonly (string | null)[]): ContainerFetch {
  const headers = {
    [PREFACE_BYTES]: String(PREFACE.length),
    [PDF_BYTES]: String(PDF.length),
    [THUMBNAIL_FOLLOWS]: 'true',
  };
  return (_, { signal }) => {
    const waiting = [...pieces];
    const body = new ReadableStream({
      type: 'bytes',
      async pull(controller) {
        const piece = waiting.shift();
        if (piece === null) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        if (typeof piece === 'string') return controller.enqueue(new TextEncoder().encode(piece));
        if (piece === null) throw signal?.reason;
        controller.close();
        controller.byobRequest?.respond(0);
      },
    });
    return Promise.resolve(new Response(body, { headers }));
  };
}

const callWith = (...pieces: (string | null)[]) =>
  callToPrint(answering(pieces), 'token', { path: '/print', body: '{}', ...soon() }, undefined);

test('a PDF is there before its thumbnail is drawn', async () => {
  const { body, thumbnail } = await callWith(
    PREFACE.slice(0, 7),
    PREFACE.slice(7) + PDF.slice(0, 2),
    PDF.slice(2),
    null,
  );
  expect(new TextDecoder().decode(body as Uint8Array)).toBe(PDF);
  await expect(thumbnail).rejects.toThrow(NoPageInTime);
});

test('a thumbnail arrives in pieces', async () => {
  const line = '{"sizeBytes":4,"width":2,"height":3}\n';
  const { thumbnail } = await callWith(PREFACE + PDF + line.slice(0, 9), `${line.slice(9)}PN`, 'G!');
  const { png, ...size } = (await thumbnail) ?? {};
  expect([new TextDecoder().decode(png), size]).toEqual(['PNG!', { width: 2, height: 3 }]);
});

test.each([
  ['a drawing that failed', '{"kind":"wait","message":"too slow","pageMs":7}\n', WaitTimeout],
  ['a picture that is cut off', '{"sizeBytes":4,"width":2,"height":3}\nPN', PrintFailed],
  ['no drawing', '', PrintFailed],
])('%s is the error of the thumbnail, not of the PDF', async (_, rest, failure) => {
  const { sizeBytes, thumbnail } = await callWith(PREFACE + PDF, ...(rest === '' ? [] : [rest]));
  expect(sizeBytes).toBe(PDF.length);
  await expect(thumbnail).rejects.toThrow(failure);
});

test('a PDF that is cut off before its thumbnail may be printed elsewhere', async () => {
  await expect(callWith(PREFACE + PDF.slice(0, 3))).rejects.toThrow(RendererUnavailable);
});
