import { runInThisContext } from 'node:vm';
import { describeConformance } from './conformance-suite.ts';

describeConformance((source) => runInThisContext(source));
