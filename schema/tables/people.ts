import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** better-auth sets the property names and requires dates, which are stored as epoch milliseconds. */
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
  /** An operator of the instance. */
  operator: integer('operator', { mode: 'boolean' }).notNull(),
  ...timestamps,
});

/** The passwords, in one row for each person. */
export const accounts = sqliteTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    userId: person(),
    /** Always `credential`: a password. */
    providerId: text('provider_id').notNull(),
    /** The same as `userId`. */
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
    /** Not enough to sign in: the cookie also has a signature. */
    token: text('token').notNull().unique(),
    expiresAt: date('expires_at').notNull(),
    /** Shown to the person, to recognize the session. */
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
    /** The number of signatures that the authenticator reports. */
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

/** Links for a new password, and challenges that a passkey has answered: each is valid once, for some minutes. */
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

/** Counts attempts to sign in, for each client address. */
export const attempts = sqliteTable('attempts', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  /** Epoch milliseconds. */
  lastRequest: integer('last_request').notNull(),
});
