import { type RejectionMode, rejectionModes } from './unhandled-rejections.ts';

/** The command that `node …` was started with. */
export type NodeCommand =
  | { kind: 'file'; path: string }
  | { kind: 'evaluate'; source: string; isPrinted: boolean; isModule: boolean | null }
  /** `node --test` without file names. */
  | { kind: 'test' }
  | { kind: 'stdin'; isModule: boolean | null }
  | { kind: 'print'; text: string }
  /** Texts that are loaded when requested. */
  | { kind: 'list'; name: 'help' | 'v8Options' }
  | { kind: 'check'; path: string }
  | { kind: 'error'; message: string };

export interface CommandLine {
  command: NodeCommand;
  /** The options of node itself. */
  execArgv: string[];
  /** The program's arguments, after the script's name. */
  args: string[];
  requires: string[];
  imports: string[];
  /** Modules with hooks: `--loader`. */
  loaders: string[];
  envFiles: { path: string; isOptional: boolean }[];
  conditions: string[];
  noWarnings: boolean;
  watches: boolean;
  watchPaths: string[];
  enablesSourceMaps: boolean;
  isTest: boolean;
  unhandledRejections: RejectionMode;
  /** The `process.title`. */
  title: string | null;
  /** `-i`, a REPL even without a terminal. */
  isInteractive: boolean;
}

/** Long names of options that take a value. */
const valued: ReadonlySet<string> = new Set([
  '--eval',
  '--print',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '--input-type',
  '--env-file',
  '--env-file-if-exists',
  '--conditions',
  '--title',
  '--redirect-warnings',
  '--stack-trace-limit',
  '--unhandled-rejections',
  '--watch-path',
  '--test-name-pattern',
  '--test-reporter',
  '--test-reporter-destination',
  '--test-concurrency',
  '--test-timeout',
  '--test-skip-pattern',
  '--test-isolation',
  '--test-coverage-include',
  '--test-coverage-exclude',
  '--test-coverage-lines',
  '--test-coverage-branches',
  '--test-coverage-functions',
  '--test-shard',
  '--test-global-setup',
  '--dns-result-order',
  '--max-http-header-size',
]);

const shortNames = new Map([
  ['-e', '--eval'],
  ['-p', '--print'],
  ['-pe', '--print'],
  ['-r', '--require'],
  ['-C', '--conditions'],
  ['-c', '--check'],
  ['-v', '--version'],
  ['-h', '--help'],
  ['-i', '--interactive'],
]);

/** Parses the command line of `node` itself, up to the script; the rest belongs to the program. */
export function parseCommandLine(args: string[], version: string): CommandLine {
  const line: CommandLine = {
    command: { kind: 'stdin', isModule: null },
    execArgv: [],
    args: [],
    requires: [],
    imports: [],
    loaders: [],
    envFiles: [],
    conditions: [],
    noWarnings: false,
    watches: false,
    watchPaths: [],
    enablesSourceMaps: false,
    isTest: false,
    unhandledRejections: 'throw',
    title: null,
    isInteractive: false,
  };
  let source: string | null = null;
  let isPrinted = false;
  let isChecked = false;
  let isModule: boolean | null = null;
  let index = 0;
  for (; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--') {
      index++;
      break;
    }
    if (!argument.startsWith('-') || argument === '-') break;
    line.execArgv.push(argument);
    const equals = argument.startsWith('--') ? argument.indexOf('=') : -1;
    const written = equals === -1 ? argument : argument.slice(0, equals);
    const name = shortNames.get(written) ?? written;
    let value = equals === -1 ? '' : argument.slice(equals + 1);
    if (equals === -1 && valued.has(name)) {
      const next = args[index + 1];
      if (next === undefined && name !== '--print') {
        line.command = { kind: 'error', message: `node: ${written} requires an argument` };
        return line;
      }
      value = next ?? '';
      line.execArgv.push(value);
      index++;
    }
    if (name === '--version') return { ...line, command: { kind: 'print', text: `${version}\n` } };
    if (name === '--v8-options') return { ...line, command: { kind: 'list', name: 'v8Options' } };
    if (name === '--help') return { ...line, command: { kind: 'list', name: 'help' } };
    if (name === '--eval' || name === '--print') {
      source = value;
      if (name === '--print') isPrinted = true;
    } else if (name === '--input-type') isModule = value.startsWith('module');
    else if (name === '--check') isChecked = true;
    else if (name === '--unhandled-rejections' && !isRejectionMode(value))
      return { ...line, command: { kind: 'error', message: 'node: invalid value for --unhandled-rejections' } };
    else if (!applyOption(line, name, value)) return { ...line, command: { kind: 'error', message: `node: bad option: ${argument}` } };
  }
  const rest = args.slice(index);
  if (source !== null) return { ...line, command: { kind: 'evaluate', source, isPrinted, isModule }, args: rest };
  const path = rest[0];
  if (line.isTest) return { ...line, command: path === undefined ? { kind: 'test' } : { kind: 'file', path }, args: rest.slice(1) };
  if (path === undefined || path === '-') return { ...line, command: { kind: 'stdin', isModule }, args: rest.slice(1) };
  return { ...line, command: { kind: isChecked ? 'check' : 'file', path }, args: rest.slice(1) };
}

/** Options of V8 and of features that are always or never enabled; they are accepted and have no effect. */
const ignored =
  /^--(experimental-|no-experimental-|max-|stack-|trace-|no-deprecation|disable-|harmony|preserve-symlinks|inspect|expose|use-|no-opt|allow-|pending-deprecation|throw-deprecation|test|dns-|watch|no-warnings|redirect-warnings|abort-on|v8-|icu-|interactive|interpreted|jitless|heap|cpu-prof|report|tls-|openssl|zero-fill|force-|frozen|verify|insecure|network-|node-|optimize|initial-|semi-|no-node-|no-force-|debug-|enable-|perf-|prof|secure-heap|track-heap|diagnostic-dir|es-module-|extra-info|huge-|always-|turbo|single-|predictable|lite-|wasm|stress|log)/;

function isRejectionMode(value: string): value is RejectionMode {
  return rejectionModes.has(value);
}

function applyOption(line: CommandLine, name: string, value: string): boolean {
  switch (name) {
    case '--require':
      line.requires.push(value);
      return true;
    case '--import':
      line.imports.push(value);
      return true;
    case '--loader':
    case '--experimental-loader':
      line.loaders.push(value);
      return true;
    case '--unhandled-rejections':
      if (isRejectionMode(value)) line.unhandledRejections = value;
      return true;
    case '--title':
      line.title = value;
      return true;
    case '--conditions':
      line.conditions.push(value);
      return true;
    case '--env-file':
    case '--env-file-if-exists':
      line.envFiles.push({ path: value, isOptional: name.endsWith('exists') });
      return true;
    case '--no-warnings':
      line.noWarnings = true;
      return true;
    case '--watch':
      line.watches = true;
      return true;
    case '--watch-path':
      line.watches = true;
      line.watchPaths.push(value);
      return true;
    case '--enable-source-maps':
      line.enablesSourceMaps = true;
      return true;
    case '--interactive':
      line.isInteractive = true;
      return true;
    case '--test':
      line.isTest = true;
      return true;
    default:
      return ignored.test(name);
  }
}
