import type { Protocol } from '../devtools/protocol.ts';

type Pattern = Protocol.Fetch.RequestPattern;

/**
 * Which requests Chromium reports and pauses. A report contains the whole body of a request, so requests of scripts are
 * never among them. The addresses of the others have at most 2 MB, which is Chromium's limit.
 */
export interface Interception {
  /** Only until the document has a frame of another address: its forms have bodies. */
  readonly navigations: boolean;
  /** `blocking`: what can block the parser. `all`: what the report lists and `networkIdleMs` counts, and the answers. */
  readonly resources: 'none' | 'blocking' | 'all';
}

export const PLAIN_INTERCEPTION: Interception = { navigations: true, resources: 'blocking' };

const BLOCKING = ['Script', 'Stylesheet'] as const;
const ALL = [...BLOCKING, 'Image', 'Font', 'Media'] as const;

const pause = (
  resourceTypes: readonly Protocol.Network.ResourceType[],
  requestStage: Pattern['requestStage'] = 'Request',
): Pattern[] => resourceTypes.map((resourceType) => ({ urlPattern: 'http*', resourceType, requestStage }));

const RESOURCE_PATTERNS: Readonly<Record<Interception['resources'], Pattern[]>> = {
  none: [],
  blocking: pause(BLOCKING),
  all: [...pause(ALL), ...pause(ALL, 'Response')],
};

export const toPatterns = ({ navigations, resources }: Interception): Pattern[] => [
  ...(navigations ? pause(['Document']) : []),
  ...RESOURCE_PATTERNS[resources],
];
