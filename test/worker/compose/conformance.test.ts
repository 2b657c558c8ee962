// The test pool replaces `node:vm` by one that may evaluate text; the Worker itself may not.
import { runInThisContext } from 'node:vm';
import { describeConformance } from '../../support/compose/conformance-suite.ts';

describeConformance((source) => runInThisContext(source));
