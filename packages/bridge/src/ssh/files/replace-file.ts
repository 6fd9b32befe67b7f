import { posix } from 'node:path';
import type { ScriptResult } from '../processes/control-shell.ts';
import { FileError, isFileError } from './sftp-error.ts';
import type { SftpSession } from './sftp-session.ts';

export type RunScript = (script: string, args: readonly string[]) => Promise<ScriptResult>;

export interface ReplacePorts {
  sftp: SftpSession;
  runScript: RunScript;
  /** The numeric id of the user on the server, or null if it is not known. */
  uid: number | null;
  randomName(): string;
}

/** Returns whether `replaceFile` has created this temporary file, which must not be shown to clients. */
export function isTemporaryName(name: string): boolean {
  return /^\.devonz-[0-9a-f]+\.tmp$/.test(name);
}

/**
 * Writes a file as a whole: a reader sees the old content or the new one, and a failure or a lost connection leaves the
 * old one. If the user may create nothing in the folder, or another user owns the file, it is written in place.
 */
export async function replaceFile(path: string, content: Uint8Array, ports: ReplacePorts): Promise<void> {
  const { sftp, uid } = ports;
  const existing = await sftp.status(path).catch((error: unknown) => {
    if (isFileError(error, 'ENOENT')) return null;
    throw error;
  });
  if (existing?.isDirectory()) throw new FileError('EISDIR', 'open', path);
  if (existing !== null) {
    // Renaming would replace even a file that must not be written.
    await sftp.checkWritable(path);
    if (!existing.isFile() || (uid !== null && existing.uid !== uid)) return sftp.write(path, 'w', content, null);
  }
  const temporary = posix.join(posix.dirname(path), `.devonz-${ports.randomName()}.tmp`);
  try {
    await sftp.write(temporary, 'wx', content, existing === null ? null : existing.mode & 0o7777);
    await moveOver(temporary, path, ports);
  } catch (error) {
    await sftp.removeFile(temporary).catch(() => undefined);
    if (existing !== null && isFileError(error, 'EACCES')) return sftp.write(path, 'w', content, null);
    throw error instanceof FileError && error.path === temporary ? new FileError(error.code, error.syscall, path) : error;
  }
}

/** Replaces `to` in one step: with the rename extension of OpenSSH's servers, or else with `mv` on the server. */
export async function moveOver(from: string, to: string, { sftp, runScript }: ReplacePorts): Promise<void> {
  try {
    await sftp.replace(from, to);
  } catch (error) {
    if (!isFileError(error, 'ENOTSUP')) throw error;
    const { code } = await runScript('exec mv -f -- "$1" "$2"', [from, to]);
    if (code !== 0) throw new FileError('EIO', 'rename', to, 'the server could not replace the file');
  }
}
