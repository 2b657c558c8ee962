import type { Protocol } from '../devtools/protocol.ts';

type Pattern = Protocol.Fetch.RequestPattern;

/**
 * The requests that Chromium reports and pauses. A report contains the whole body of a request, so requests of scripts are
 * never among them. The addresses of the others have at most 2 MB, which is Chromium's limit.
 */
export interface Interception {
  /**
   * `requests`: only until the document has a frame of another address, because its forms have bodies. `all`: the answers
   * too, until the server of a job's address has sent the document.
   */
  readonly navigations: 'none' | 'requests' | 'all';
  /** `blocking`: what can block the parser. `all`: what the report lists and `networkIdleMs` counts, and the answers. */
  readonly resources: 'none' | 'blocking' | 'all';
}

export const PLAIN_INTERCEPTION: Interception = { navigations: 'requests', resources: 'blocking' };

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

const NAVIGATION_PATTERNS: Readonly<Record<Interception['navigations'], Pattern[]>> = {
  none: [],
  requests: pause(['Document']),
  all: [...pause(['Document']), ...pause(['Document'], 'Response')],
};

export const toPatterns = ({ navigations, resources }: Interception): Pattern[] => [
  ...NAVIGATION_PATTERNS[navigations],
  ...RESOURCE_PATTERNS[resources],
];
