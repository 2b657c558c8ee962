import type { FinishRequest, MergeRequest, SplitRequest, SplitResponse } from './assemble.ts';
import { ANSWER_EXAMPLES, EXAMPLE_FILE_ID } from './examples.ts';
import type { GenerateResponse } from './generate.ts';

const { data: RECEIPT, usage: USAGE } = ANSWER_EXAMPLES.fromHtml;
const { externalCopies: _, ...MADE } = RECEIPT;

const ORIGIN = new URL(RECEIPT.url).origin;

const fileOf = (fileId: string, token: string, filename: string, size: number) => ({
  ...MADE,
  fileId,
  url: `${ORIGIN}/files/${fileId}/${token}.pdf`,
  signedUrl: `${ORIGIN}/files/${fileId}.pdf${new URL(RECEIPT.signedUrl).search}`,
  filename,
  size,
});

const STATEMENT = fileOf('file_9cKtXb2WqZ7nLmRv4PyHdT', 'Kb7RmXq2WzT9cLvN4PyHdF', 'statement.pdf', 61_204);

export const ASSEMBLE_EXAMPLES = {
  merge: {
    entries: [
      {
        htmlContent: '<h1>Statement for {{month}}</h1>',
        templateData: { month: 'November' },
        bookmark: 'Cover',
      },
      { fileId: EXAMPLE_FILE_ID },
    ],
    filename: 'statement',
    options: {
      footer: {
        content: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>',
      },
    },
  } satisfies MergeRequest,
  merged: {
    success: true,
    requestId: 'req_Tn4WqXb9ZcL2mRv7KyPdHf',
    data: STATEMENT,
    usage: USAGE,
  } satisfies GenerateResponse,
  split: { fileId: STATEMENT.fileId, ranges: ['1', '2-3'] } satisfies SplitRequest,
  excerpts: {
    success: true,
    requestId: 'req_Hx8MvQb3TzN6cWr1LyKpDf',
    data: {
      files: [
        {
          ...fileOf('file_2mQxVb8TzK5nWcR7LyPdHf', 'Xq4WzT7cLvN9PyHdFKb2Rm', 'statement-1.pdf', 20_115),
          pages: '1',
        },
        {
          ...fileOf('file_6TzNbQ1xVmK3cWr9LyPdHf', 'Zq8WnT5cLvR2PyHdFKb6Xm', 'statement-2.pdf', 44_870),
          pages: '2-3',
        },
      ],
    },
    usage: USAGE,
  } satisfies SplitResponse,
  finish: {
    fileId: EXAMPLE_FILE_ID,
    filename: 'invoice-A-17-numbered',
    options: { header: { content: 'Copy', height: 12 } },
  } satisfies FinishRequest,
};
