import type { Execution } from '../language/state/execution.ts';
import type { InputStream } from '../streams/input-stream.ts';
import type { OutputStream } from '../streams/output-stream.ts';

/** Everything that is passed to a builtin: its arguments, its streams and the shell itself. */
export interface BuiltinContext {
  name: string;
  /** The arguments without the name. */
  args: string[];
  execution: Execution;
  stdin: InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
  /** Writes `jsh: name: message` on standard error. */
  complain(message: string): Promise<void>;
}

export type Builtin = (context: BuiltinContext) => Promise<number>;
