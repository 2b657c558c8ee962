import { runInThisContext } from 'node:vm';
import { describeConformance } from '../../support/compose/conformance-suite.ts';

describeConformance((source) => runInThisContext(source));
