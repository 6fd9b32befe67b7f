import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { promisifyCustom } from '../util/util-module.ts';
import { ChildProcess } from './child-process.ts';
import { childProcessPart } from './child-process-part.ts';

type AnyFunction = (...args: unknown[]) => unknown;

/** Makes `util.promisify(exec)` resolve with `{ stdout, stderr }` and expose the child on the promise. */
function addPromiseForm(call: AnyFunction): void {
  const promised = (...args: unknown[]): Promise<unknown> => {
    let settle: (error: unknown, stdout: unknown, stderr: unknown) => void = () => {};
    const promise = new Promise((resolve, reject) => {
      settle = (error, stdout, stderr) => {
        if (error) reject(Object.assign(error, { stdout, stderr }));
        else resolve({ stdout, stderr });
      };
    });
    // Invalid arguments throw synchronously, as in Node.
    const child = call(...args, (...told: [unknown, unknown, unknown]) => settle(...told));
    return Object.assign(promise, { child });
  };
  Object.defineProperty(call, promisifyCustom, { value: promised, configurable: true });
}

export function createChildProcessModule(host: NodeHost): BuiltinExports {
  host.builtin('stream');
  class OwnChildProcess extends ChildProcess {
    constructor() {
      super(host);
    }
  }
  Object.defineProperty(OwnChildProcess, 'name', { value: 'ChildProcess' });
  // Each process has its own method, so that replacing it in one program does not affect another.
  Object.defineProperty(OwnChildProcess.prototype, 'spawn', { value: ChildProcess.prototype.spawn, writable: true, configurable: true });
  let calls: BuiltinExports | null = null;
  const result: Record<string, AnyFunction> = {};
  for (const name of ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync']) {
    const call = (...args: unknown[]): unknown => {
      calls ??= childProcessPart(host).createCalls(host, OwnChildProcess);
      return (calls[name] as AnyFunction)(...args);
    };
    result[name] = Object.defineProperty(call, 'name', { value: name, configurable: true });
  }
  addPromiseForm(result.exec as AnyFunction);
  addPromiseForm(result.execFile as AnyFunction);
  return { ChildProcess: OwnChildProcess, ...result };
}
