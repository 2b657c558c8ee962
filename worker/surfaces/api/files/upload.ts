import { fileAnswer } from '../../../../schema/api/files.ts';
import { showFile } from '../../../verbs/files/kept-files.ts';
import { noteSubject } from '../../http/log-request.ts';
import { readOrigin } from '../../http/origin.ts';
import { verbRoute } from '../../http/route.ts';
import { uploadQuery, withUpload } from '../../shared/upload.ts';
import { produceNow } from '../pdf/produce-now.ts';

export const upload = verbRoute({
  method: 'post',
  path: '/',
  query: uploadQuery,
  status: 201,
  answer: fileAnswer,
  async run(ctx, query, c) {
    const { file } = await withUpload(c, query, (product) => produceNow(c, product, null));
    noteSubject(c, { fileId: file.fileId });
    return { data: await showFile(ctx, { file, origin: readOrigin(c) }) };
  },
});
