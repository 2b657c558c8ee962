/** Identifiers of one workspace and of what it has, and other values that fit in a path or a body. */
export type Things = Readonly<Record<ThingKind, string>>;

export const THING_KINDS = [
  'ws',
  'key',
  'template',
  'file',
  'fileAddress',
  'signedAddress',
  'job',
  'batch',
  'webhook',
  'delivery',
  'person',
  'invitation',
  'token',
  'target',
  'session',
  'passkey',
  'page',
] as const;

export type ThingKind = (typeof THING_KINDS)[number];

/** No thing has it. */
export const UNKNOWN = 'A1b2C3d4E5f6G7h8I9j0Kl';

/** Identifiers of things that do not exist. */
export const MISSING: Things = {
  ws: `ws_${UNKNOWN}`,
  key: `key_${UNKNOWN}`,
  template: `tpl_${UNKNOWN}`,
  file: `file_${UNKNOWN}`,
  fileAddress: `file_${UNKNOWN}/${UNKNOWN}.pdf`,
  signedAddress: `file_${UNKNOWN}.pdf?expires=1&signature=${UNKNOWN}`,
  job: `job_${UNKNOWN}`,
  batch: `batch_${UNKNOWN}`,
  webhook: `wh_${UNKNOWN}`,
  delivery: `evt_${UNKNOWN}`,
  person: `person_${UNKNOWN}`,
  invitation: `inv_${UNKNOWN}`,
  token: UNKNOWN,
  target: `tgt_${UNKNOWN}`,
  session: UNKNOWN,
  passkey: UNKNOWN,
  page: 'w/nothing',
};
