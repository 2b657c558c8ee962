/** Typst's compiler in this process. It fills a template with data. It reads no HTML. */
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { serve } from './serve.mjs';

const compiler = NodeCompiler.create();

await serve(
  ({ source, data }) => compiler.pdf({ mainFileContent: source, inputs: { data: JSON.stringify(data) } }),
  () => {},
);
