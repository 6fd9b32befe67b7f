/**
 * How a package that consists of compiled machine code is handled. npm reads it on installation, and Node when a program loads the compiled
 * part.
 */
export type NativePackage =
  /**
   * Another package is installed under its name. `range` is set if that package has other version numbers. `files` overwrite some of its
   * files if only a part of it is used.
   */
  | { kind: 'replaced'; by: string; range?: string; files?: Readonly<Record<string, string>> }
  /**
   * Its own WebAssembly build, a package of the same version, is installed with it. `place` is where it looks for that build in its own
   * folder; `files` are the paths where the package looks for its compiled part.
   */
  | { kind: 'completed'; by: string; place?: string; files?: Readonly<Record<string, string>> }
  /**
   * The engine contains its compiled part: programs/node/deferred/addons/<name>.ts. `files` are the paths where the package looks for it.
   */
  | { kind: 'addon'; files: Readonly<Record<string, string>> }
  /** Only an accelerator; packages that use it work without it. */
  | { kind: 'optional' }
  /** Does not run. `instead` names an alternative. */
  | { kind: 'absent'; instead: string };

/** The content of a file that npm writes in place of a compiled part. */
const PART = 'The in-browser engine has this compiled part itself.\n';

const parts = (...files: string[]) => Object.fromEntries(files.map((file) => [file, PART]));
const addon = (...files: string[]): NativePackage => ({ kind: 'addon', files: parts(...files) });
/**
 * Returns the files of a compiled part that is a package of its own for one platform. Its package.json has no name, so npm does not treat
 * it as a package.
 */
const partPackage = (name: string) => ({
  [`node_modules/${name}/package.json`]: '{"main":"index.node"}',
  [`node_modules/${name}/index.node`]: PART,
});
const replaced = (by: string, range?: string): NativePackage => ({ kind: 'replaced', by, ...(range === undefined ? {} : { range }) });
const absent = (instead: string): NativePackage => ({ kind: 'absent', instead });
const optional: NativePackage = { kind: 'optional' };

const images = 'sharp 0.33 and newer runs here and reads and writes PNG, JPEG, WebP and AVIF';
const browsers = 'no other browser can be started from within one: test components with vitest or jest and jsdom or happy-dom';
const windows = 'a browser opens no windows of a desktop: show the page in the preview';

/** One line per package. An `addon` also has its file and its test (native-code.test.ts; npm's tests are next to its install code). */
export const nativePackages: ReadonlyMap<string, NativePackage> = new Map<string, NativePackage>([
  ['esbuild', replaced('esbuild-wasm')],
  ['rollup', replaced('@rollup/wasm-node')],
  // Required by packages that bundle rollup themselves (Stencil); rollup itself is replaced above.
  [
    '@rollup/rollup-linux-x64-gnu',
    { kind: 'replaced', by: '@rollup/wasm-node', files: { 'dist/rollup.js': "module.exports = require('./native.js');\n" } },
  ],
  ['lightningcss', replaced('lightningcss-wasm')],
  ['sass-embedded', replaced('sass', '^1.0.0')],
  ['node-sass', replaced('sass', '^1.0.0')],
  ['@parcel/watcher', absent('chokidar does its work')],
  ['@swc/core', { kind: 'completed', by: '@swc/wasm', files: parts('swc.linux-x64-gnu.node', 'swc.linux-x64-musl.node') }],
  ['next', { kind: 'completed', by: '@next/swc-wasm-nodejs', place: 'wasm/@next/swc-wasm-nodejs' }],
  ['sharp', { kind: 'completed', by: '@img/sharp-wasm32' }],
  ['bcrypt', addon('build/Release/bcrypt_lib.node', 'lib/binding/napi-v3/bcrypt_lib.node')],
  ['argon2', addon('build/Release/argon2.node', 'lib/binding/napi-v3/argon2.node')],
  ['better-sqlite3', addon('build/Release/better_sqlite3.node', 'prebuilds/linux-x64.node')],
  [
    'sqlite3',
    addon(
      'build/Release/node_sqlite3.node',
      'lib/binding/napi-v6-linux-glibc-x64/node_sqlite3.node',
      'lib/binding/napi-v6-linux-unknown-x64/node_sqlite3.node',
      'lib/binding/napi-v3-linux-x64/node_sqlite3.node',
    ),
  ],
  ['libsql', { kind: 'addon', files: { ...partPackage('@libsql/linux-x64-gnu'), ...partPackage('@libsql/linux-x64-musl') } }],
  ['bufferutil', optional],
  ['cpu-features', optional],
  ['fsevents', optional],
  ['msgpackr-extract', optional],
  // Its own JavaScript does the same.
  ['nx', optional],
  ['utf-8-validate', optional],
  ['@biomejs/biome', absent('eslint and prettier do its work')],
  ['@node-rs/bcrypt', absent('bcrypt does its work')],
  ['@resvg/resvg-js', absent('@resvg/resvg-wasm is its build for WebAssembly')],
  ['sodium-native', absent('libsodium-wrappers is its build for WebAssembly')],
  ['farmhash', absent('node:crypto, or @node-rs/crc32 and hash-wasm for sums that are fast')],
  ['xxhash-addon', absent('hash-wasm has it for WebAssembly')],
  ['iconv', absent('iconv-lite is JavaScript')],
  ['node-expat', absent('sax or fast-xml-parser are JavaScript')],
  ['nodegit', absent('isomorphic-git is JavaScript')],
  ['oxlint', absent('eslint does its work')],
  ['oxfmt', absent('prettier does its work')],
  ['dprint', absent('prettier does its work')],
  ['turbo', absent('npm run --workspaces does its work')],
  ['parcel', absent('vite does its work')],
  ['@parcel/rust', absent('vite does the work of parcel')],
  ['@rspack/core', absent('webpack does its work with the same configuration')],
  ['workerd', absent('the Workers runtime is a program of its own: test with Node, or deploy')],
  ['canvas', absent('draw in the page with its own canvas, or make images with sharp')],
  ['@napi-rs/canvas', absent('draw in the page with its own canvas, or make images with sharp')],
  ['skia-canvas', absent('draw in the page with its own canvas, or make images with sharp')],
  ['gl', absent('draw with WebGL in the page')],
  ['gifsicle', absent(images)],
  ['mozjpeg', absent(images)],
  ['jpegtran-bin', absent(images)],
  ['optipng-bin', absent(images)],
  ['pngquant-bin', absent(images)],
  ['cwebp-bin', absent(images)],
  ['lmdb', absent('better-sqlite3, node:sqlite or @electric-sql/pglite keep data in files here')],
  ['leveldown', absent('memory-level or better-sqlite3 do its work')],
  ['classic-level', absent('memory-level or better-sqlite3 do its work')],
  ['rocksdb', absent('memory-level or better-sqlite3 do its work')],
  ['duckdb', absent('@duckdb/duckdb-wasm in the page, or better-sqlite3')],
  ['@duckdb/node-api', absent('@duckdb/duckdb-wasm in the page, or better-sqlite3')],
  ['oracledb', absent('a browser opens no raw connection: ask the database through an HTTP service')],
  ['pg-native', absent('pg itself is JavaScript')],
  ['re2', absent('RegExp, or re2-wasm where patterns of strangers must end in time')],
  ['deasync', absent('await, or Atomics.wait on the answer of a worker')],
  ['isolated-vm', absent('node:vm, or a worker of worker_threads for code that must be ended')],
  ['vm2', absent('node:vm, or a worker of worker_threads for code that must be ended')],
  ['node-pty', absent('child_process.spawn runs programs, without a terminal of their own')],
  ['serialport', absent('Web Serial in the page')],
  ['@serialport/bindings-cpp', absent('Web Serial in the page')],
  ['usb', absent('WebUSB in the page')],
  ['node-hid', absent('WebHID in the page')],
  ['keytar', absent('there is no keychain: keep the secret in an .env file that is not shared')],
  ['zeromq', absent('a browser opens no raw sockets: WebSockets (ws) do its work')],
  ['grpc', absent('@grpc/grpc-js is JavaScript')],
  ['ffi-napi', absent('there are no shared libraries to call: compile the code to WebAssembly')],
  ['koffi', absent('there are no shared libraries to call: compile the code to WebAssembly')],
  ['robotjs', absent(windows)],
  ['electron', absent(windows)],
  ['puppeteer', absent(browsers)],
  ['puppeteer-core', absent(browsers)],
  ['playwright', absent(browsers)],
  ['@playwright/test', absent(browsers)],
  ['@playwright/experimental-ct-react', absent(browsers)],
  ['@playwright/experimental-ct-vue', absent(browsers)],
  ['cypress', absent(browsers)],
  ['webdriverio', absent(browsers)],
  ['@wdio/cli', absent(browsers)],
  ['selenium-webdriver', absent(browsers)],
  ['nightwatch', absent(browsers)],
  ['testcafe', absent(browsers)],
  ['@web/test-runner', absent(browsers)],
  ['@vitest/browser', absent(browsers)],
  ['@vitest/browser-playwright', absent(browsers)],
  ['@vitest/browser-webdriverio', absent(browsers)],
  ['karma', absent(browsers)],
  ['onnxruntime-node', absent('onnxruntime-web is its build for WebAssembly')],
  ['@tensorflow/tfjs-node', absent('@tensorflow/tfjs runs in JavaScript and WebAssembly')],
  ['node-llama-cpp', absent('models of this size need a server: ask one by fetch')],
]);

const GENERAL = 'take a package in JavaScript or WebAssembly in its place';

/** Returns what to do instead of using a package whose compiled part is not available. */
export function insteadOf(packageName: string): string {
  const found = nativePackages.get(packageName);
  if (found?.kind === 'absent') return found.instead;
  if (found?.kind === 'optional') return 'leave it out; what uses it works without';
  return GENERAL;
}

/** Returns the error message for a program that loads a compiled part. */
export function nativeCodeSentence(packageName: string): string {
  return `${packageName} is native code, compiled for one kind of machine, which does not run in a browser. Instead: ${insteadOf(packageName)}.`;
}

/** Returns the files to write where a package looks for its compiled part, or null if the engine does not provide it. */
export function partsOf(packageName: string): Readonly<Record<string, string>> | null {
  const found = nativePackages.get(packageName);
  return found !== undefined && 'files' in found ? (found.files ?? null) : null;
}
