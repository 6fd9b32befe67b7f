import type { FileEntryWithStats, InputAttributes, SFTPWrapper, Stats } from 'ssh2';
import type { SshConnection } from '../connection/ssh-connection.ts';
import { LostError } from '../ssh-error.ts';
import { endOfFile, FileError, fileErrorOf } from './sftp-error.ts';

export type OpenFlags = 'r' | 'r+' | 'w' | 'wx';

/** The number of bytes in one request; every server supports this many. */
const chunkSize = 32 * 1024;
const requestsAtOnce = 64;
/** Maximum number of entries of a folder; a page could not show more, and a hostile server could send any number. */
const mostEntries = 200_000;

type Done<T> = (error: Error | null | undefined, value: T) => void;

/** SFTP's requests as promises that fail with Node's errors. Opens another channel after the current one breaks. */
export class SftpSession {
  private opened: Promise<SFTPWrapper> | null = null;
  private readonly waiting = new Set<(error: Error) => void>();

  constructor(private readonly connection: SshConnection) {
    connection.onLost((reason) => this.failAll(new LostError(reason, true)));
  }

  status(path: string): Promise<Stats> {
    return this.ask('lstat', path, (sftp, done: Done<Stats>) => sftp.lstat(path, done));
  }

  realPath(path: string): Promise<string> {
    return this.ask('realpath', path, (sftp, done: Done<string>) => sftp.realpath(path, done));
  }

  readLink(path: string): Promise<string> {
    return this.ask('readlink', path, (sftp, done: Done<string>) => sftp.readlink(path, done));
  }

  makeLink(target: string, path: string): Promise<void> {
    return this.ask('symlink', path, (sftp, done: Done<void>) => sftp.symlink(target, path, (error) => done(error, undefined)));
  }

  makeFolder(path: string): Promise<void> {
    return this.ask('mkdir', path, (sftp, done: Done<void>) => sftp.mkdir(path, (error) => done(error, undefined)));
  }

  removeFile(path: string): Promise<void> {
    return this.ask('unlink', path, (sftp, done: Done<void>) => sftp.unlink(path, (error) => done(error, undefined)));
  }

  removeFolder(path: string): Promise<void> {
    return this.ask('rmdir', path, (sftp, done: Done<void>) => sftp.rmdir(path, (error) => done(error, undefined)));
  }

  setAttributes(path: string, attributes: InputAttributes): Promise<void> {
    return this.ask('chmod', path, (sftp, done: Done<void>) => sftp.setstat(path, attributes, (error) => done(error, undefined)));
  }

  /** Renames and replaces an existing target, as POSIX does. Fails with `ENOTSUP` if the server has no such extension. */
  replace(from: string, to: string): Promise<void> {
    return this.ask('rename', from, (sftp, done: Done<void>) => {
      try {
        sftp.ext_openssh_rename(from, to, (error) => done(error, undefined));
      } catch {
        done(new FileError('ENOTSUP', 'rename', from), undefined);
      }
    });
  }

  async list(path: string): Promise<FileEntryWithStats[]> {
    const handle = await this.ask('scandir', path, (sftp, done: Done<Buffer>) => sftp.opendir(path, done));
    try {
      const entries: FileEntryWithStats[] = [];
      for (;;) {
        const part = await this.ask('scandir', path, (sftp, done: Done<FileEntryWithStats[] | null>) => {
          sftp.readdir(handle, (error, list) => (isEnd(error) ? done(null, null) : done(error, list)));
        });
        if (part === null) return entries;
        for (const entry of part) entries.push(entry);
        if (entries.length > mostEntries) throw new FileError('EIO', 'scandir', path, `more than ${mostEntries} entries`);
      }
    } finally {
      this.closeHandle(handle, path);
    }
  }

  /** Reads at most `limit` bytes from `offset`, with requests in parallel. */
  async read(
    path: string,
    range: { offset: number; limit: number } | undefined,
    mostBytes: number,
  ): Promise<{ bytes: Uint8Array; stats: Stats }> {
    const handle = await this.open(path, 'r');
    try {
      // The first part is requested together with the size, because most files have only one part.
      const offset = range?.offset ?? 0;
      const firstLimit = Math.min(range?.limit ?? chunkSize, chunkSize);
      const [stats, first] = await Promise.all([this.handleStatus(handle, path), this.readPart(handle, path, offset, firstLimit)]);
      const limit = range?.limit ?? Math.max(stats.size, first.length);
      if (limit > mostBytes) throw new FileError('EFBIG', 'read', path);
      if (first.length < firstLimit || first.length >= limit) return { bytes: first, stats };
      // A size that the server only claims is not allocated.
      const end = Math.min(offset + limit, Math.max(stats.size, offset + first.length));
      return { bytes: Buffer.concat([first, ...(await this.readParts(handle, path, offset + first.length, end))]), stats };
    } finally {
      this.closeHandle(handle, path);
    }
  }

  /** Writes a new file, or overwrites an existing one in place. */
  async write(path: string, flags: 'wx' | 'w', content: Uint8Array, mode: number | null): Promise<void> {
    const handle = await this.open(path, flags);
    try {
      const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
      const starts = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, index) => index * chunkSize);
      await eachAtOnce(starts, async (start) => {
        const length = Math.min(chunkSize, bytes.length - start);
        await this.ask('write', path, (sftp, done: Done<void>) =>
          sftp.write(handle, bytes, start, length, start, (error) => done(error, undefined)),
        );
      });
      if (mode !== null)
        await this.ask('fchmod', path, (sftp, done: Done<void>) => sftp.fsetstat(handle, { mode }, (error) => done(error, undefined)));
      await this.ask('close', path, (sftp, done: Done<void>) => sftp.close(handle, (error) => done(error, undefined)));
    } catch (error) {
      this.closeHandle(handle, path);
      throw error;
    }
  }

  /** Fails with the error that writing the file would cause. */
  async checkWritable(path: string): Promise<void> {
    this.closeHandle(await this.open(path, 'r+'), path);
  }

  close(): void {
    this.opened?.then(
      (sftp) => sftp.end(),
      () => undefined,
    );
  }

  private open(path: string, flags: OpenFlags): Promise<Buffer> {
    return this.ask('open', path, (sftp, done: Done<Buffer>) => sftp.open(path, flags, done));
  }

  private handleStatus(handle: Buffer, path: string): Promise<Stats> {
    return this.ask('fstat', path, (sftp, done: Done<Stats>) => sftp.fstat(handle, done));
  }

  private async readParts(handle: Buffer, path: string, from: number, end: number): Promise<Uint8Array[]> {
    const parts: Uint8Array[] = [];
    const starts = Array.from({ length: Math.ceil((end - from) / chunkSize) }, (_, index) => from + index * chunkSize);
    let endsAt = Number.POSITIVE_INFINITY;
    await eachAtOnce(starts, async (start) => {
      if (start >= endsAt) return;
      const part = await this.readWhole(handle, path, start, Math.min(chunkSize, end - start));
      parts[(start - from) / chunkSize] = part;
      // The file became shorter meanwhile.
      if (part.length < Math.min(chunkSize, end - start)) endsAt = Math.min(endsAt, start);
    });
    return Array.from(parts, (part) => part ?? new Uint8Array()).slice(0, starts.filter((start) => start <= endsAt).length);
  }

  /** Requests the rest again, because a server may return less than was requested. */
  private async readWhole(handle: Buffer, path: string, start: number, length: number): Promise<Uint8Array> {
    let whole = await this.readPart(handle, path, start, length);
    while (whole.length < length) {
      const more = await this.readPart(handle, path, start + whole.length, length - whole.length);
      if (more.length === 0) break;
      whole = Buffer.concat([whole, more]);
    }
    return whole;
  }

  private readPart(handle: Buffer, path: string, start: number, length: number): Promise<Uint8Array> {
    if (length === 0) return Promise.resolve(new Uint8Array());
    return this.ask('read', path, (sftp, done: Done<Uint8Array>) => {
      sftp.read(handle, Buffer.alloc(length), 0, length, start, (error, count, buffer) => {
        if (isEnd(error)) done(null, new Uint8Array());
        else done(error, error ? new Uint8Array() : buffer.subarray(0, count));
      });
    });
  }

  /** The answer is not awaited, because nothing depends on it. */
  private closeHandle(handle: Buffer, path: string): void {
    this.ask('close', path, (sftp, done: Done<void>) => sftp.close(handle, (error) => done(error, undefined))).catch(() => undefined);
  }

  private async ask<T>(syscall: string, path: string, start: (sftp: SFTPWrapper, done: Done<T>) => void): Promise<T> {
    if (path.includes('\0')) throw new FileError('EINVAL', syscall, path.replaceAll('\0', '\\0'));
    const sftp = await this.channel();
    return new Promise((resolve, reject) => {
      const { lostReason } = this.connection;
      if (lostReason !== null) return reject(new LostError(lostReason, false));
      this.waiting.add(reject);
      start(sftp, (error, value) => {
        this.waiting.delete(reject);
        if (!error) resolve(value);
        else
          reject(this.connection.lostReason === null ? fileErrorOf(error, syscall, path) : new LostError(this.connection.lostReason, true));
      });
    });
  }

  private channel(): Promise<SFTPWrapper> {
    this.opened ??= this.openChannel().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  private async openChannel(): Promise<SFTPWrapper> {
    const sftp = await this.connection.openSftp();
    const broken = () => {
      this.opened = null;
      this.failAll(new LostError(this.connection.lostReason ?? 'The server closed the channel for files.', true));
    };
    sftp.on('error', broken);
    sftp.once('end', broken);
    sftp.once('close', broken);
    return sftp;
  }

  private failAll(error: Error): void {
    for (const reject of this.waiting) reject(error);
    this.waiting.clear();
  }
}

function isEnd(error: (Error & { code?: unknown }) | null | undefined): boolean {
  return error?.code === endOfFile;
}

async function eachAtOnce(starts: readonly number[], run: (start: number) => Promise<void>): Promise<void> {
  const rest = starts.values();
  const lane = async () => {
    for (const start of rest) await run(start);
  };
  await Promise.all(Array.from({ length: Math.min(requestsAtOnce, starts.length) }, lane));
}
