import { StringDecoder } from 'string_decoder/';
import { Buffer } from '../base/buffer-class.ts';
import { nodeError } from '../errors/node-error.ts';
import type { BuiltinExports } from '../node-host.ts';

export function createStringDecoderModule(): BuiltinExports {
  // With and without `new`; the base words the error otherwise.
  const construct = (args: unknown[], target: object = StringDecoder): object => {
    const [encoding] = args;
    if (encoding !== undefined && encoding !== null && !Buffer.isEncoding(String(encoding)))
      throw nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${String(encoding)}`);
    return Reflect.construct(StringDecoder, args, target as typeof StringDecoder);
  };
  return {
    StringDecoder: new Proxy(StringDecoder, {
      construct: (_target, args, newTarget) => construct(args, newTarget),
      apply: (_target, _receiver, args) => construct(args),
    }),
  };
}
