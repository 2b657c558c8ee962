import { describeHostileTemplates } from '../../support/compose/hostile-suite.ts';

// What they take of time and memory is measured from outside: test/unit/compose/hostile-workerd.test.ts.
describeHostileTemplates();
