import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { RequestProblem } from './api/request-error.ts';

interface Submission {
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly working: boolean;
  /** What the form's fields do not show already. */
  readonly problem: Error | null;
}

/** Sends a form; a refusal that names fields shows at these fields, and the first of them takes the focus. */
export function useSubmission<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  action: (values: Values) => Promise<unknown>,
): Submission {
  const { mutate, isPending, error } = useMutation({
    mutationFn: action,
    // What was typed, a password perhaps, is not kept for longer than the form.
    gcTime: 0,
    onError: (refusal) => {
      const fields = fieldsOf(form, refusal);
      form.setErrors(fields);
      const [first] = Object.keys(fields);
      if (first !== undefined) form.getInputNode(first)?.focus();
    },
  });
  const shown = error !== null && Object.keys(fieldsOf(form, error)).length > 0;
  return {
    submit: form.onSubmit((values) => mutate(values)),
    working: isPending,
    problem: shown ? null : error,
  };
}

function fieldsOf<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, error: Error) {
  const named = error instanceof RequestProblem ? Object.entries(error.fields) : [];
  return Object.fromEntries(named.filter(([field]) => field in form.getValues()));
}
