import { z } from 'zod';
import { deletedBody } from '../api/operator.ts';
import { answerOf } from '../api/paging.ts';
import { email } from './session.ts';

/** A person who is an operator of the installation. */
export const instanceOperator = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type InstanceOperator = z.infer<typeof instanceOperator>;

/** The email address of an existing account. */
export const addOperator = z.object({ email });

const operatorList = z.object({ operators: z.array(instanceOperator) });

export const operatorAnswer = answerOf(instanceOperator);
export const operatorListAnswer = answerOf(operatorList);
export const removedOperatorAnswer = answerOf(deletedBody);
