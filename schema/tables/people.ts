import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Those who use the dashboard, as better-auth keeps them: the properties' names are its own, and dates are
 * epoch milliseconds because it asks for dates.
 */
const date = (name: string) => integer(name, { mode: 'timestamp_ms' });

const timestamps = {
  createdAt: date('created_at').notNull(),
  updatedAt: date('updated_at').notNull(),
};

const person = () =>
  text('person_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' });

export const people = sqliteTable('people', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Lower case. */
  email: text('email').notNull().unique(),
  emailVerified: integer('email_verified', { mode: 'boolean' }).notNull(),
  image: text('image'),
  /** Runs the instance. */
  operator: integer('operator', { mode: 'boolean' }).notNull(),
  ...timestamps,
});

/** How a person signs in; of these there is one, the password. */
export const accounts = sqliteTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    userId: person(),
    /** `credential`: a password. */
    providerId: text('provider_id').notNull(),
    /** The person's id again. */
    accountId: text('account_id').notNull(),
    /** scrypt, with its parameters and salt. */
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: date('access_token_expires_at'),
    refreshTokenExpiresAt: date('refresh_token_expires_at'),
    scope: text('scope'),
    ...timestamps,
  },
  (table) => [index('accounts_by_person').on(table.userId)],
);

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: person(),
    /** Of no use without the signature that the cookie carries beside it. */
    token: text('token').notNull().unique(),
    expiresAt: date('expires_at').notNull(),
    /** Shown to the person, who knows by it which session is whose. */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    ...timestamps,
  },
  (table) => [index('sessions_by_person').on(table.userId)],
);

export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: person(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    /** Signatures that the authenticator says it has made. */
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: integer('backed_up', { mode: 'boolean' }).notNull(),
    transports: text('transports'),
    /** The model of the authenticator. */
    aaguid: text('aaguid'),
    createdAt: date('created_at'),
  },
  (table) => [index('passkeys_by_person').on(table.userId)],
);

/** Challenges of passkeys, each for some minutes and one use. */
export const verifications = sqliteTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: date('expires_at').notNull(),
    ...timestamps,
  },
  (table) => [index('verifications_by_identifier').on(table.identifier)],
);

/** Attempts to sign in, counted by address. */
export const attempts = sqliteTable('attempts', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  /** Epoch milliseconds. */
  lastRequest: integer('last_request').notNull(),
});
