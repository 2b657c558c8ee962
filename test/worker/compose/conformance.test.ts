// The test pool replaces `node:vm` by a module that can evaluate text. The Worker itself cannot.
import { runInThisContext } from 'node:vm';
import { describeConformance } from '../../../packages/handlebars/test/conformance-suite.ts';

describeConformance((source) => runInThisContext(source));
