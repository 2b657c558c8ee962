import type { ApiCall } from '../api-call.ts';
import { curlSample } from './curl.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import { clientSample, fetchSample } from './typescript.ts';

export const CODE_SAMPLES = [
  { id: 'curl', label: 'curl', write: curlSample },
  { id: 'fetch', label: 'TypeScript', write: fetchSample },
  { id: 'client', label: 'TypeScript client', write: clientSample },
  { id: 'python', label: 'Python', write: pythonSample },
  { id: 'php', label: 'PHP', write: phpSample },
] as const satisfies readonly { id: string; label: string; write: (call: ApiCall) => string }[];
