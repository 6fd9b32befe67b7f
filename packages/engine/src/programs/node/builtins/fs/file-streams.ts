import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createReadStreamClass } from './read-stream.ts';
import type { HandleLike, StreamFs } from './stream-descriptor.ts';
import { createWriteStreamClass } from './write-stream.ts';

/** Creates `fs.ReadStream`, `fs.WriteStream` and their factory functions. */
export function createFileStreams(host: NodeHost, fsExports: BuiltinExports): BuiltinExports {
  host.builtin('stream');
  // The caller fills it before any stream exists.
  const fs = fsExports as unknown as StreamFs;
  const isHandle = (value: unknown): value is HandleLike => {
    const { FileHandle } = host.builtin('fs/promises') as { FileHandle?: unknown };
    return typeof FileHandle === 'function' && value instanceof FileHandle;
  };
  const ReadStream = createReadStreamClass({ fs, isHandle });
  const WriteStream = createWriteStreamClass({ fs, isHandle });
  return {
    ReadStream,
    WriteStream,
    FileReadStream: ReadStream,
    FileWriteStream: WriteStream,
    // Plain functions, because programs also call them with `new`.
    createReadStream: function createReadStream(path: unknown, options?: unknown) {
      return new ReadStream(path, options);
    },
    createWriteStream: function createWriteStream(path: unknown, options?: unknown) {
      return new WriteStream(path, options);
    },
  };
}
