import { useEffect, useState } from 'react';
import type { TextProblem } from '../../editor/diagnostics.ts';

const PAUSE_MS = 250;

/** Returns the first error in the text of a partial. The service also checks the partials that it calls. */
export function usePartialProblems(name: string, content: string): readonly TextProblem[] {
  const [problems, setProblems] = useState<readonly TextProblem[]>([]);
  useEffect(() => {
    let current = true;
    const check = async () => {
      // Contains Handlebars, so it loads on demand.
      const { findPartialProblems } = await import('../../editor/template-problems.ts');
      if (current) setProblems(findPartialProblems(name, content));
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [name, content]);
  return problems;
}
