import type { NodeHost } from '../../node-host.ts';
import { builtinLibraries } from './repl-context.ts';
import type { ReplServer } from './repl-types.ts';

export type Completions = [choices: string[], typed: string];

const KEYWORDS = (
  'async await break case catch const continue debugger default delete do else export false finally for function if import in ' +
  'instanceof let new null return switch this throw true try typeof var void while with yield'
).split(' ');

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** Matches names joined by dots at the end of the input. */
const CHAIN = /(?:[\p{ID_Start}$_][\p{ID_Continue}$]*\??\.)*(?:[\p{ID_Start}$_][\p{ID_Continue}$]*)?$/u;
const SPECIFIER = /\b(?:require|import)\s*\(\s*(['"`])([^'"`]*)$/;

/** Returns the matching names in groups separated by an empty name, the nearest group last, without duplicates. */
function listed(groups: readonly (readonly string[])[], prefix: string): string[] {
  const seen = new Set<string>();
  let choices: string[] = [];
  for (const group of groups) {
    const fresh = group.filter((name) => name.startsWith(prefix) && !seen.has(name)).sort();
    if (fresh.length === 0) continue;
    for (const name of fresh) seen.add(name);
    choices = choices.length === 0 ? fresh : [...fresh, '', ...choices];
  }
  return choices;
}

function namesOf(value: unknown): string[][] {
  const groups: string[][] = [];
  let object: unknown = typeof value === 'object' || typeof value === 'function' ? value : Object(value);
  for (let depth = 0; object !== null && object !== undefined && depth < 20; depth++) {
    groups.push(Object.getOwnPropertyNames(object).filter((name) => IDENTIFIER.test(name)));
    object = Object.getPrototypeOf(object);
  }
  return groups;
}

/** Lists files relative to the working directory, for `require('./…')`. */
function files(host: NodeHost, typed: string): string[] {
  const at = typed.lastIndexOf('/') + 1;
  const folder = typed.slice(0, at);
  const fs = host.builtin('fs') as {
    readdirSync(path: string, options: object): { name: string; isDirectory(): boolean }[];
  };
  try {
    return fs
      .readdirSync(host.resolvePath(folder), { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${folder}${entry.name}/` : `${folder}${entry.name.replace(/\.js$/, '')}`));
  } catch {
    return [];
  }
}

function packages(host: NodeHost): string[] {
  const fs = host.builtin('fs') as { readdirSync(path: string): string[] };
  try {
    return fs.readdirSync(host.resolvePath('node_modules')).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

function completeMember(host: NodeHost, server: ReplServer, chain: string): Completions {
  const dot = chain.lastIndexOf('.');
  const owner = chain.slice(0, dot).replace(/\?$/, '');
  const vm = host.builtin('vm') as { runInContext(code: string, context: object, options: object): unknown };
  try {
    const value = vm.runInContext(owner, server.context, { filename: 'node:internal/repl' });
    if (value === null || value === undefined) return [[], chain];
    const prefix = chain.slice(0, dot + 1);
    const choices = listed(namesOf(value), chain.slice(dot + 1)).map((name) => (name === '' ? '' : prefix + name));
    return [choices, chain];
  } catch {
    return [[], chain];
  }
}

/** Returns the completions of the input. */
export function completeExpression(host: NodeHost, server: ReplServer, line: string): Completions {
  const command = /^\s*\.(\w*)$/.exec(line)?.[1];
  if (command !== undefined) return [listed([Object.keys(server.commands)], command), command];
  const specifier = SPECIFIER.exec(line)?.[2];
  if (specifier !== undefined) {
    const isPath = /^\.{0,2}\//.test(specifier);
    const groups = isPath ? [files(host, specifier)] : [packages(host), builtinLibraries, builtinLibraries.map((name) => `node:${name}`)];
    return [listed(groups, specifier), specifier];
  }
  const chain = CHAIN.exec(line)?.[0] ?? '';
  if (chain === '' && line.trim() !== '') return [[], line];
  if (chain.includes('.')) return completeMember(host, server, chain);
  const globals = server.useGlobal ? namesOf(host.scope.globalObject) : namesOf(server.context);
  return [listed(chain === '' ? globals : [...globals, KEYWORDS], chain), chain];
}
