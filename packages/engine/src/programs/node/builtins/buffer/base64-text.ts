import { nodeError } from '../../errors/node-error.ts';

const decode = globalThis.atob.bind(globalThis);
const encode = globalThis.btoa.bind(globalThis);

function missing(): Error {
  return nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "input" argument must be specified');
}

/** The global `atob`, also exported as `buffer.atob`. */
export const decodeBase64 = function atob(...args: [input?: unknown]): string {
  if (args.length === 0) throw missing();
  return decode(`${args[0]}`);
};

/** The global `btoa`, also exported as `buffer.btoa`. */
export const encodeBase64 = function btoa(...args: [input?: unknown]): string {
  if (args.length === 0) throw missing();
  return encode(`${args[0]}`);
};
