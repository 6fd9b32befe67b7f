import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { TerminalInputStream } from './process/input-stream.ts';
import { TerminalOutputStream } from './process/output-stream.ts';

export function createTtyModule(host: NodeHost): BuiltinExports {
  host.builtin('stream');
  const ReadStream = function (this: unknown, descriptor: number): TerminalInputStream {
    return new TerminalInputStream(host, descriptor);
  };
  ReadStream.prototype = TerminalInputStream.prototype;
  const WriteStream = function (this: unknown, descriptor: number): TerminalOutputStream {
    return new TerminalOutputStream(host, descriptor);
  };
  WriteStream.prototype = TerminalOutputStream.prototype;
  return {
    ReadStream,
    WriteStream,
    isatty: (descriptor: unknown) => {
      try {
        return typeof descriptor === 'number' && host.system.sync('isTerminal', descriptor);
      } catch {
        return false;
      }
    },
  };
}
