import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { RequestError } from './api/request-error.ts';

interface FormSubmit {
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly submitting: boolean;
  /** It is null when the fields of the form already show the error. */
  readonly error: Error | null;
}

/** Submits a form. Errors that name a field are shown at the field; the first such field gets the focus. */
export function useFormSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  action: (values: Values) => Promise<unknown>,
): FormSubmit {
  const { mutate, isPending, error } = useMutation({
    mutationFn: action,
    // The values may contain a password: do not keep them longer than the form.
    gcTime: 0,
    onError: (failure) => {
      const fields = findFieldErrors(form, failure);
      form.setErrors(fields);
      const [first] = Object.keys(fields);
      if (first !== undefined) form.getInputNode(first)?.focus();
    },
  });
  const shownAtField = error !== null && Object.keys(findFieldErrors(form, error)).length > 0;
  return {
    submit: form.onSubmit((values) => mutate(values)),
    submitting: isPending,
    error: shownAtField ? null : error,
  };
}

function findFieldErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: Error,
) {
  const entries = error instanceof RequestError ? Object.entries(error.fields) : [];
  return Object.fromEntries(entries.filter(([field]) => field in form.getValues()));
}
