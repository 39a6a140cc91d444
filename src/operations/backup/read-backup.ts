import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import type { CopiedTable, Row } from '../../database/engines/copy/snapshot.js';
import { CannotStart } from '../../base/config/cannot-start.js';
import {
  DamagedBackup,
  FORMAT,
  MAX_LINE,
  type End,
  type Header,
  type TableEnd,
} from './backup-format.js';
import { RowChecksum } from './checksum.js';

/** Names of migrations, tables or columns, each once. */
const isListOfNames = (value: unknown): boolean =>
  Array.isArray(value) &&
  new Set(value).size === value.length &&
  value.every((name) => typeof name === 'string' && /^\w+$/.test(name));

function isTable(value: unknown): boolean {
  const { name, columns, nextId } = (value ?? {}) as Partial<Record<keyof CopiedTable, unknown>>;
  return (
    isListOfNames([name]) &&
    isListOfNames(columns) &&
    Number.isSafeInteger(nextId) &&
    Number(nextId) > 0
  );
}

function isHeader(header: Partial<Record<keyof Header, unknown>>): boolean {
  const { version, created_at: createdAt, migrations, tables } = header;
  return (
    typeof version === 'string' &&
    typeof createdAt === 'string' &&
    !Number.isNaN(Date.parse(createdAt)) &&
    isListOfNames(migrations) &&
    Array.isArray(tables) &&
    tables.every(isTable) &&
    isListOfNames(tables.map(({ name }: CopiedTable) => name))
  );
}

const isRow = (values: unknown[], { columns }: CopiedTable): values is Row =>
  values.length === columns.length &&
  values.every((value) => value === null || typeof value === 'string' || typeof value === 'number');

/** Reads a backup from its first to its last line, once. Everything it throws about the file is a `DamagedBackup`. */
export class BackupReader {
  private readonly lines: AsyncIterator<string>;
  private readonly sha256 = createHash('sha256');
  private rows = 0;
  private sum = '';

  constructor(private readonly file: string) {
    this.lines = this.read();
  }

  async header(): Promise<Header> {
    const header = await this.object<Partial<Record<keyof Header, unknown>>>();
    const { forgenote_backup: format } = header;
    if (typeof format !== 'number' || format < 1)
      throw this.damaged('it does not begin as a backup');
    if (format > FORMAT)
      throw new CannotStart(
        `${this.file} was written by version ${String(header.version)}, whose format this version does not know: use that version.`,
      );
    if (!isHeader(header)) throw this.damaged('its header is incomplete');
    return header as unknown as Header;
  }

  /** The rows of the next table. Compares count and checksum at the end. */
  async *table(table: CopiedTable): AsyncGenerator<Row> {
    const { name } = table;
    const start = await this.object<{ table?: string }>();
    if (start.table !== name) throw this.damaged(`the table ${name} is missing`);
    const checksum = new RowChecksum();
    for (;;) {
      const value = await this.value();
      if (!Array.isArray(value)) {
        const { rows, checksum: expected } = (value ?? {}) as TableEnd;
        if (rows !== checksum.rows || expected !== checksum.value)
          throw this.damaged(`the rows of ${name} do not match their checksum`);
        this.rows += rows;
        return;
      }
      if (!isRow(value, table)) throw this.damaged(`a row of ${name} is incomplete`);
      checksum.add(value);
      yield value;
    }
  }

  /** Reads the last line. */
  async end(): Promise<void> {
    const { rows, sha256 } = await this.object<Partial<End>>();
    if (rows !== this.rows || sha256 !== this.sum)
      throw this.damaged('its content does not match its checksum');
    if (!(await this.lines.next()).done) throw this.damaged('it goes on after its end');
  }

  private async object<Line extends object>(): Promise<Line> {
    const value = await this.value();
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.damaged('a line is not in its place');
    return value as Line;
  }

  private async value(): Promise<unknown> {
    const next = await this.lines.next();
    if (next.done) throw this.damaged('its end is missing');
    try {
      return JSON.parse(next.value) as unknown;
    } catch {
      throw this.damaged('a line is not JSON');
    }
  }

  /** Not `node:readline`: it also ends lines at U+2028, which notes may contain. */
  private async *read(): AsyncGenerator<string> {
    const unzipped = createGunzip().setEncoding('utf8');
    pipeline(createReadStream(this.file), unzipped, () => undefined);
    let rest = '';
    try {
      for await (const piece of unzipped as AsyncIterable<string>) {
        const lines = piece.split('\n');
        lines[0] = rest + (lines[0] ?? '');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          // The last line has the checksum of those before it.
          this.sum = line.startsWith('{"end"') ? this.sha256.digest('hex') : '';
          if (this.sum === '') this.sha256.update(`${line}\n`);
          yield line;
        }
        if (rest.length > MAX_LINE) throw this.damaged('a line is too long');
      }
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (syscall !== undefined)
        throw new CannotStart(
          `${this.file} cannot be read (${String(code)}): name a readable file.`,
        );
      throw code === 'ERR_CRYPTO_HASH_FINALIZED' || code?.startsWith('Z_')
        ? this.damaged('it is cut off or changed')
        : error;
    }
    if (rest !== '') throw this.damaged('its end is missing');
  }

  private damaged(problem: string): DamagedBackup {
    return new DamagedBackup(this.file, problem);
  }
}
