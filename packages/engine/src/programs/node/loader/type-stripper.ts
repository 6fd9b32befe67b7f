import { nodeError } from '../errors/node-error.ts';

/** The part of @swc/wasm-typescript that is used. */
export interface StripperModule {
  transformSync(source: string, options: { mode: 'strip-only'; module?: boolean; filename: string }): { code: string };
}

/** Thrown if types must be stripped and the stripper (3 MB of wasm) is not loaded. A caller that can wait loads it and retries. */
export class TypeStripperMissing extends Error {
  override readonly name = 'TypeStripperMissing';
}

/** Removes types without moving any line or column. As in Node, only erasable syntax is supported. */
export class TypeStripper {
  #module: StripperModule | null = null;

  constructor(private readonly importModule: () => Promise<StripperModule>) {}

  async load(): Promise<void> {
    this.#module ??= await this.importModule();
  }

  strip(source: string, path: string): string {
    if (this.#module === null) throw new TypeStripperMissing(`types of ${path} cannot be stripped synchronously from JavaScript`);
    if (path.includes('/node_modules/'))
      throw nodeError(
        Error,
        'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING',
        `Stripping types is currently unsupported for files under node_modules, for "file://${path}"`,
      );
    try {
      return this.#module.transformSync(source, { mode: 'strip-only', filename: path }).code;
    } catch (error) {
      throw describeFailure(error, path);
    }
  }
}

/** swc throws `{ code, message }` or a rendered text. */
function describeFailure(error: unknown, path: string): Error {
  const fields = typeof error === 'object' && error !== null ? error : {};
  const message = 'message' in fields ? String(fields.message) : String(error);
  const code = 'code' in fields ? String(fields.code) : '';
  const isUnsupported = code === 'UnsupportedSyntax' || /not supported in strip-only mode/.test(message);
  const text = isUnsupported
    ? (/[^\n]*not supported in strip-only mode/
        .exec(message)?.[0]
        ?.replace(/^\W*[x×]\s*/, '')
        .trim() ?? message)
    : message;
  const failure = nodeError(SyntaxError, isUnsupported ? 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' : 'ERR_INVALID_TYPESCRIPT_SYNTAX', text);
  return Object.assign(failure, { path });
}
