/** Brokers print near their callers. Few regions, because each has a browser of its own. */
export type Region = 'afr' | 'apac' | 'enam' | 'oc' | 'sam' | 'weur' | 'local';

/** The region of callers without a known place, such as those of a developer's machine. */
export const LOCAL_REGION: Region = 'local';

const BY_CONTINENT: Readonly<Record<string, Region>> = {
  AF: 'afr',
  AN: 'oc',
  AS: 'apac',
  EU: 'weur',
  NA: 'enam',
  OC: 'oc',
  SA: 'sam',
};

/** Browser Run takes a country. It starts the browser in or near it. */
const COUNTRIES: Readonly<Record<Region, string | null>> = {
  afr: 'ZA',
  apac: 'SG',
  enam: 'US',
  oc: 'AU',
  sam: 'BR',
  weur: 'DE',
  local: null,
};

/** @param place `request.cf`; the tests' requests have none */
export function findRegion(place: unknown): Region {
  const { continent } = (place ?? {}) as { readonly continent?: unknown };
  return (typeof continent === 'string' ? BY_CONTINENT[continent] : undefined) ?? LOCAL_REGION;
}

/** The region of a request that was stored with the name of its region. */
export const namedRegion = (name: string | undefined): Region =>
  Object.values(BY_CONTINENT).find((region) => region === name) ?? LOCAL_REGION;

export const browserCountry = (region: Region): string | null => COUNTRIES[region];

/** A Durable Object stays where it was first created: the hint counts then. */
export const toLocationHint = (region: Region): { locationHint?: DurableObjectLocationHint } =>
  region === LOCAL_REGION ? {} : { locationHint: region };

export interface BrokerPlace {
  readonly region: Region;
  readonly index: number;
}

export const brokerName = ({ region, index }: BrokerPlace): string => `${region}-${index}`;

const isRegion = (name: string): name is Region => name in COUNTRIES;

/** Objects of tests have other names. */
export function parseBrokerName(name: string | undefined): BrokerPlace {
  const [, region = '', index = ''] = /^([a-z]+)-(\d+)$/.exec(name ?? '') ?? [];
  return isRegion(region) ? { region, index: Number(index) } : { region: LOCAL_REGION, index: 0 };
}
