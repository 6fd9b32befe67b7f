import { argon2d, argon2i, argon2id } from 'hash-wasm';
import { Buffer } from '../../base/buffer-class.ts';
import type { CreateAddon } from './addon.ts';

interface Parameters {
  password: Uint8Array;
  salt: Uint8Array;
  secret?: Uint8Array;
  data?: Uint8Array;
  hashLength: number;
  timeCost: number;
  memoryCost: number;
  parallelism: number;
  type: number;
  version?: number;
}

type Done = (error: unknown, hash?: Uint8Array) => void;
type Given = Partial<Parameters> & { m?: number; t?: number; p?: number; associatedData?: Uint8Array };

const kinds = [argon2d, argon2i, argon2id];
/** Version 1.3, which every library writes today. */
const VERSION = 0x13;

/** Reads the current arguments (`hash(parameters, done)`) or those before 0.40 (`hash(password, salt, parameters, done)`). */
function readArguments(args: unknown[]): { parameters: Parameters; done: Done } {
  // Checked by the package's own JavaScript.
  const done = args.at(-1) as Done;
  const given = args.at(-2) as Given;
  const [password, salt] = args.length > 2 ? (args as [Uint8Array, Uint8Array]) : [given.password, given.salt];
  const parameters = {
    ...given,
    password: password ?? new Uint8Array(),
    salt: salt ?? new Uint8Array(),
    hashLength: given.hashLength ?? 32,
    timeCost: given.t ?? given.timeCost ?? 3,
    memoryCost: given.m ?? given.memoryCost ?? 65_536,
    parallelism: given.p ?? given.parallelism ?? 4,
    type: given.type ?? 2,
    data: given.data ?? given.associatedData,
  };
  return { parameters: parameters as Parameters, done };
}

async function computeHash(parameters: Parameters): Promise<Uint8Array> {
  const { version = VERSION, data, secret, type } = parameters;
  if (version !== VERSION) throw new Error('The in-browser engine has version 1.3 of argon2 only.');
  if (data !== undefined && data.length > 0) throw new Error('The in-browser engine’s argon2 takes no associated data.');
  const compute = kinds[type];
  if (compute === undefined) throw new Error('Invalid Argon2 type');
  const hash = await compute({
    password: parameters.password,
    salt: parameters.salt,
    iterations: parameters.timeCost,
    memorySize: parameters.memoryCost,
    parallelism: parameters.parallelism,
    hashLength: parameters.hashLength,
    outputType: 'binary',
    ...(secret === undefined || secret.length === 0 ? {} : { secret }),
  });
  return Buffer.from(hash);
}

/** Creates argon2's `argon2.node`, using hash-wasm. */
export const createAddon: CreateAddon = ({ node: { loop } }) => ({
  hash(...args: unknown[]): Promise<Uint8Array> | undefined {
    // Version 0.40 and newer pass no callback.
    const isPromised = typeof args.at(-1) !== 'function';
    const { parameters, done } = readArguments(isPromised ? [...args, null] : args);
    const computed = loop.hold(computeHash(parameters));
    if (isPromised) return computed;
    computed.then(
      (hash) => loop.post(() => done(null, hash)),
      (error: unknown) => loop.post(() => done(error)),
    );
    return undefined;
  },
});
