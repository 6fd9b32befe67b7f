import nativeCodeFile from 'deferred:native-code';
import sqliteFile from '@sqlite.org/sqlite-wasm/sqlite3.wasm';
import { loadDeferred } from '../deferred/load-deferred.ts';
import type * as NativeCodePart from '../deferred/native-code.ts';
import { nodeError } from '../errors/node-error.ts';
import type { NodeHost } from '../node-host.ts';
import { parentFolder } from './module-files.ts';

/** Matches the messages with which the usual loaders of native addons report a missing one, by searched paths or by npm advice. */
const failures = new RegExp(
  [
    'Could not locate the bindings file',
    'No native build was found',
    'No prebuild or local build of',
    'No compatible \\S+ addon found',
    'Cannot find (?:the )?native ',
    'Cannot load addon',
    'Failed to load native (?:binding|module)',
    'Unsupported platform: linux-x64',
    'Could not load the "[^"]+" module using',
    "Cannot find module '[^']*(?:\\.node|[-/]linux-x64(?:-gnu|-musl|-glibc)?(?:/[^']*)?)'",
  ]
    .map((start) => `^${start}`)
    .join('|'),
);

/** Matches programs that do their work in browsers they start. */
const browserDrivers =
  /\/node_modules\/(@playwright\/test|playwright(?:-core)?|cypress|@wdio\/cli|webdriverio|nightwatch|testcafe|@web\/test-runner|karma)\/(?!(?:.*\/)?node_modules\/)/;

/** Handles a program's requests for native machine code. */
export class NativeCode {
  readonly #explained = new WeakSet<Error>();

  constructor(private readonly host: NodeHost) {}

  #part(): typeof NativeCodePart {
    // The type of the part's exports.
    return loadDeferred(this.host, 'native-code', nativeCodeFile) as typeof NativeCodePart;
  }

  /** Implements `process.dlopen`. */
  load(filename: string): unknown {
    try {
      this.host.system.sync('stat', filename);
    } catch {
      throw nodeError(Error, 'ERR_DLOPEN_FAILED', `${filename}: cannot open shared object file: No such file or directory`);
    }
    return this.#part().loadAddon({ node: this.host, filename, sqliteFile }, this.#ownName(filename));
  }

  /** Puts the reason into an error that ended a module because its native addon was not found. */
  explain(error: unknown, filename: string): void {
    if (!(error instanceof Error) || !failures.test(error.message) || this.#explained.has(error)) return;
    this.#explained.add(error);
    const { message } = error;
    const sentence = this.#part().explainMissing(filename, this.#ownName(filename));
    error.message = sentence;
    if (typeof error.stack === 'string') error.stack = error.stack.replace(message, () => sentence);
    // The lists of attempted paths.
    delete error.cause;
    Reflect.deleteProperty(error, 'tries');
  }

  /** Returns the notice for standard error before a program runs that would start browsers, or null for any other program. */
  sayBefore(main: string): string | null {
    const [, packageName] = browserDrivers.exec(main) ?? [];
    return packageName === undefined ? null : `${this.#part().browserSentence(packageName)}\n`;
  }

  /** Returns the name in the nearest package.json. */
  #ownName(filename: string): string | null {
    for (let folder = parentFolder(filename); folder !== '/'; folder = parentFolder(folder)) {
      try {
        const text = new TextDecoder().decode(this.host.system.sync('readFile', `${folder}/package.json`));
        const { name } = JSON.parse(text) as { name?: unknown };
        return typeof name === 'string' ? name : null;
      } catch {
        // This folder has no package.json.
      }
    }
    return null;
  }
}
