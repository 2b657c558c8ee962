import { MEDIA_TYPES } from '../../../../schema/media-types.ts';
import { E_INVOICE_PROFILES } from '../../../../schema/api/e-invoice.ts';
import { FILE_METHODS } from '../../../../schema/api/sources.ts';
import { ENVIRONMENTS } from '../../../../schema/permissions.ts';
import { readStored } from '../../../../schema/stored-value.ts';
import type { CopyIndex } from './copy-index.ts';
import type { UploadedBytes } from './uploaded-bytes.ts';
import type { CopyRecord, FileFilter, FilePage, FileRecord } from '../protocol.ts';
import { allRows, firstRow, optionalNumber, optionalText, type SqlRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const FILE_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS files (
      file_id TEXT PRIMARY KEY,
      key_id TEXT NOT NULL,
      environment TEXT NOT NULL,
      filename TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      processing_time_ms INTEGER NOT NULL,
      template_id TEXT,
      template_name TEXT,
      link_token TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      media_type TEXT NOT NULL DEFAULT 'application/pdf',
      thumbnail_width INTEGER,
      thumbnail_height INTEGER,
      method TEXT,
      meta TEXT,
      invoice_profile TEXT,
      invoice_bytes INTEGER,
      invoice_differences INTEGER
    );
    CREATE INDEX IF NOT EXISTS files_by_expiry ON files (expires_at);
    CREATE INDEX IF NOT EXISTS files_by_age ON files (created_at, file_id);
    CREATE INDEX IF NOT EXISTS files_by_template ON files (template_id, created_at, file_id);
    CREATE INDEX IF NOT EXISTS files_by_environment ON files (environment, created_at, file_id);
  `,
  addedColumns: {
    files: {
      media_type: "TEXT NOT NULL DEFAULT 'application/pdf'",
      thumbnail_width: 'INTEGER',
      thumbnail_height: 'INTEGER',
      method: 'TEXT',
      meta: 'TEXT',
      invoice_profile: 'TEXT',
      invoice_bytes: 'INTEGER',
      invoice_differences: 'INTEGER',
    },
  },
};

export const FILES_DUE = ['SELECT MIN(expires_at) FROM files'];

export class FileIndex {
  readonly #sql: SqlStorage;
  readonly #copies: CopyIndex;
  readonly #uploads: UploadedBytes;

  constructor(sql: SqlStorage, { copies, uploads }: { copies: CopyIndex; uploads: UploadedBytes }) {
    this.#sql = sql;
    this.#copies = copies;
    this.#uploads = uploads;
  }

  find(fileId: string): FileRecord | null {
    const row = firstRow(this.#sql, 'SELECT * FROM files WHERE file_id = ?', fileId);
    return row === null ? null : this.#withCopies(row);
  }

  /** Each page is one scan of an index. */
  list(filter: FileFilter, now: number): FilePage {
    const conditions = ['expires_at > ?', 'created_at >= ?', 'created_at < ?'];
    const values: SqlStorageValue[] = [now, filter.from ?? 0, filter.to ?? Number.MAX_SAFE_INTEGER];
    if (filter.templateId !== undefined) {
      conditions.push('template_id = ?');
      values.push(filter.templateId);
    }
    if (filter.environment !== undefined) {
      conditions.push('environment = ?');
      values.push(filter.environment);
    }
    if (filter.after !== undefined) {
      conditions.push('(created_at, file_id) < (?, ?)');
      values.push(filter.after.createdAt, filter.after.fileId);
    }
    const files = allRows(
      this.#sql,
      `SELECT * FROM files WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, file_id DESC LIMIT ?`,
      ...values,
      filter.limit + 1,
    ).map((row) => this.#withCopies(row));
    return { files: files.slice(0, filter.limit), more: files.length > filter.limit };
  }

  add(file: FileRecord): void {
    this.#sql.exec(
      `INSERT INTO files (file_id, key_id, environment, filename, size_bytes, processing_time_ms,
         template_id, template_name, link_token, created_at, expires_at, media_type,
         thumbnail_width, thumbnail_height, method, meta, invoice_profile, invoice_bytes, invoice_differences)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      file.fileId,
      file.keyId,
      file.environment,
      file.filename,
      file.sizeBytes,
      file.processingTimeMs,
      file.template?.id ?? null,
      file.template?.name ?? null,
      file.linkToken,
      file.createdAt,
      file.expiresAt,
      file.mediaType,
      file.thumbnail?.width ?? null,
      file.thumbnail?.height ?? null,
      file.method,
      file.meta,
      file.eInvoice?.profile ?? null,
      file.eInvoice?.sizeBytes ?? null,
      file.eInvoice?.differences ?? null,
    );
    this.#copies.add(file.fileId, file.copies, file.createdAt);
    this.#uploads.add(file);
  }

  #withCopies(row: SqlRow): FileRecord {
    return toFileRecord(row, this.#copies.ofFile(String(row.file_id)));
  }

  remove(fileIds: readonly string[]): void {
    this.#uploads.remove(fileIds);
    this.#sql.exec(
      'DELETE FROM files WHERE file_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(fileIds),
    );
    this.#copies.remove(fileIds);
  }

  /** In the order of the ids. */
  metaOf(fileIds: readonly string[]): { readonly fileId: string; readonly meta: string | null }[] {
    const statement = `SELECT json_each.value AS file_id, files.meta AS meta FROM json_each(?)
      LEFT JOIN files ON files.file_id = json_each.value ORDER BY json_each.key`;
    return allRows(this.#sql, statement, JSON.stringify(fileIds)).map((row) => ({
      fileId: String(row.file_id),
      meta: optionalText(row.meta),
    }));
  }

  expired(until: number, limit: number): string[] {
    const statement = 'SELECT file_id FROM files WHERE expires_at <= ? ORDER BY expires_at LIMIT ?';
    return allRows(this.#sql, statement, until, limit).map((row) => String(row.file_id));
  }

  get isEmpty(): boolean {
    return firstRow(this.#sql, 'SELECT 1 FROM files LIMIT 1') === null;
  }
}

function toFileRecord(row: SqlRow, copies: readonly CopyRecord[]): FileRecord {
  return {
    fileId: String(row.file_id),
    keyId: String(row.key_id),
    environment: readStored(ENVIRONMENTS, row.environment, 'files.environment'),
    filename: String(row.filename),
    mediaType: readStored(MEDIA_TYPES, row.media_type, 'files.media_type'),
    sizeBytes: Number(row.size_bytes),
    thumbnail: toThumbnail(row),
    eInvoice: toInvoice(row),
    processingTimeMs: Number(row.processing_time_ms),
    template:
      row.template_id === null ? null : { id: String(row.template_id), name: String(row.template_name) },
    method: toMethod(row),
    meta: optionalText(row.meta),
    linkToken: String(row.link_token),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    copies,
  };
}

function toThumbnail(row: SqlRow): FileRecord['thumbnail'] {
  const [width, height] = [optionalNumber(row.thumbnail_width), optionalNumber(row.thumbnail_height)];
  return width === null || height === null ? null : { width, height };
}

function toInvoice(row: SqlRow): FileRecord['eInvoice'] {
  if (row.invoice_profile === null) return null;
  const profile = readStored(E_INVOICE_PROFILES, row.invoice_profile, 'files.invoice_profile');
  const differences = optionalNumber(row.invoice_differences);
  return { profile, sizeBytes: Number(row.invoice_bytes), differences };
}

/** Older rows have none. */
function toMethod({ method, template_id: templateId }: SqlRow): FileRecord['method'] {
  if (method !== null) return readStored(FILE_METHODS, method, 'files.method');
  return templateId === null ? 'html' : 'template';
}
