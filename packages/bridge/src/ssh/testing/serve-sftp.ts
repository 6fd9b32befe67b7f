import { constants, type Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2';

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

/** Lets a test play a server that lies. */
export interface SftpLies {
  /** Replaces the names of a listing. */
  names?: (names: string[]) => string[];
  realPath?: (path: string) => string;
  /** Claimed for every open file. */
  size?: number;
  /** Answers a listing without an end. */
  isEndless?: boolean;
}

type Handle = { type: 'file'; file: fs.FileHandle } | { type: 'folder'; path: string; isRead: boolean };

class Handles {
  private readonly open = new Map<number, Handle>();
  private count = 0;
  private isOver = false;

  add(handle: Handle): Buffer {
    const id = Buffer.alloc(4);
    id.writeUInt32BE(this.count, 0);
    this.open.set(this.count, handle);
    this.count += 1;
    if (this.isOver) this.closeAll();
    return id;
  }

  get(id: Buffer): Handle {
    const handle = this.open.get(id.readUInt32BE(0));
    if (handle === undefined) throw new Error('no such handle');
    return handle;
  }

  file(id: Buffer): fs.FileHandle {
    const handle = this.get(id);
    if (handle.type !== 'file') throw new Error('no file');
    return handle.file;
  }

  async close(id: Buffer): Promise<void> {
    const closing = this.get(id);
    this.open.delete(id.readUInt32BE(0));
    if (closing.type === 'file') await closing.file.close();
  }

  /** Also what is opened later, by a request that the end of the channel has overtaken. */
  closeAll(): void {
    this.isOver = true;
    for (const handle of this.open.values()) if (handle.type === 'file') handle.file.close().catch(() => undefined);
    this.open.clear();
  }
}

/** SFTP version 3 over `node:fs`, as plain as a server can be: no extensions. */
export function serveSftp(sftp: SFTPWrapper, lies: SftpLies = {}): void {
  const handles = new Handles();
  sftp.once('end', () => handles.closeAll());
  sftp.once('close', () => handles.closeAll());
  const answer = (id: number, work: () => Promise<void>) => {
    work().catch((error: unknown) => sftp.status(id, statusOf(error), error instanceof Error ? error.message : ''));
  };
  const done = (id: number, work: () => Promise<unknown>) =>
    answer(id, async () => {
      await work();
      sftp.status(id, STATUS_CODE.OK);
    });
  sftp.on('OPEN', (id: number, path: string, flags: number) =>
    answer(id, async () => {
      sftp.handle(id, handles.add({ type: 'file', file: await fs.open(path, fileFlags(flags)) }));
    }),
  );
  sftp.on('READ', (id: number, handle: Buffer, offset: number, length: number) =>
    answer(id, async () => {
      const { bytesRead, buffer } = await handles.file(handle).read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, buffer.subarray(0, bytesRead));
    }),
  );
  sftp.on('WRITE', (id: number, handle: Buffer, offset: number, data: Buffer) =>
    done(id, () => handles.file(handle).write(data, 0, data.length, offset)),
  );
  sftp.on('FSTAT', (id: number, handle: Buffer) =>
    answer(id, async () => {
      const attributes = attributesOf(await handles.file(handle).stat());
      sftp.attrs(id, lies.size === undefined ? attributes : { ...attributes, size: lies.size });
    }),
  );
  sftp.on('FSETSTAT', (id: number, handle: Buffer, { mode }: Attributes) => done(id, () => handles.file(handle).chmod(mode & 0o7777)));
  sftp.on('SETSTAT', (id: number, path: string, { mode }: Attributes) => done(id, () => fs.chmod(path, mode & 0o7777)));
  sftp.on('CLOSE', (id: number, handle: Buffer) => done(id, () => handles.close(handle)));
  sftp.on('OPENDIR', (id: number, path: string) =>
    answer(id, async () => {
      await fs.readdir(path);
      sftp.handle(id, handles.add({ type: 'folder', path, isRead: false }));
    }),
  );
  sftp.on('READDIR', (id: number, handle: Buffer) =>
    answer(id, async () => {
      const folder = handles.get(handle);
      if (folder.type !== 'folder') throw new Error('no folder');
      if (folder.isRead && lies.isEndless !== true) return sftp.status(id, STATUS_CODE.EOF);
      folder.isRead = true;
      sftp.name(id, await entriesOf(folder.path, lies));
    }),
  );
  sftp.on('LSTAT', (id: number, path: string) => answer(id, async () => sftp.attrs(id, attributesOf(await fs.lstat(path)))));
  sftp.on('STAT', (id: number, path: string) => answer(id, async () => sftp.attrs(id, attributesOf(await fs.stat(path)))));
  sftp.on('REMOVE', (id: number, path: string) => done(id, () => fs.unlink(path)));
  sftp.on('RMDIR', (id: number, path: string) => done(id, () => fs.rmdir(path)));
  sftp.on('MKDIR', (id: number, path: string) => done(id, () => fs.mkdir(path)));
  sftp.on('RENAME', (id: number, from: string, to: string) => done(id, () => renameNew(from, to)));
  // The specification and the library name the link first.
  sftp.on('SYMLINK', (id: number, link: string, target: string) => done(id, () => fs.symlink(target, link)));
  sftp.on('READLINK', (id: number, path: string) => answer(id, async () => sftp.name(id, [entryOf(await fs.readlink(path), null)])));
  sftp.on('REALPATH', (id: number, path: string) =>
    answer(id, async () => sftp.name(id, [entryOf(lies.realPath?.(path) ?? (await fs.realpath(path)), null)])),
  );
}

/** Version 3 does not replace. */
async function renameNew(from: string, to: string): Promise<void> {
  await fs.link(from, to);
  await fs.unlink(from);
}

function statusOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return STATUS_CODE.NO_SUCH_FILE;
  return code === 'EACCES' || code === 'EPERM' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE;
}

function fileFlags(flags: number): number {
  const has = (flag: number) => (flags & flag) !== 0;
  const access =
    has(OPEN_MODE.READ) && has(OPEN_MODE.WRITE) ? constants.O_RDWR : has(OPEN_MODE.WRITE) ? constants.O_WRONLY : constants.O_RDONLY;
  const creation =
    (has(OPEN_MODE.CREAT) ? constants.O_CREAT : 0) |
    (has(OPEN_MODE.TRUNC) ? constants.O_TRUNC : 0) |
    (has(OPEN_MODE.EXCL) ? constants.O_EXCL : 0);
  return access | creation;
}

function attributesOf(stats: Stats): Attributes {
  const { mode, uid, gid, size } = stats;
  return { mode, uid, gid, size, atime: Math.floor(stats.atimeMs / 1000), mtime: Math.floor(stats.mtimeMs / 1000) };
}

function entryOf(filename: string, stats: Stats | null): FileEntry {
  const attrs = stats === null ? { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 } : attributesOf(stats);
  return { filename, longname: filename, attrs };
}

async function entriesOf(folder: string, lies: SftpLies): Promise<FileEntry[]> {
  const names = await fs.readdir(folder);
  const entries = await Promise.all(names.map(async (name) => entryOf(name, await fs.lstat(join(folder, name)))));
  const shown = lies.names?.(names) ?? names;
  return [
    entryOf('.', null),
    entryOf('..', null),
    ...shown.map((name, index) => ({ ...(entries[index] ?? entryOf(name, null)), filename: name })),
  ];
}
