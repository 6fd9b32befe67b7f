import { GENERATORS } from './generator-list.ts';

export interface ReadGenerator {
  /** The package name, optionally with a version; not validated. */
  name: string;
  /** Default arguments, which the user can change. */
  arguments: string;
}

/** The default for unknown generators: creates the project in the current folder. */
const HERE = '.';
/** `npm create` and the equivalents of other package managers; a generator's short name follows. */
const CREATES = /^(?:(?:npm|pnpm|yarn|bun) (?:create|init|innit)|create)(?: |$)/;
/** Commands that run a package by its full name. */
const RUNS = /^(?:npx|bunx|npm exec|npm x|pnpm dlx|pnpx|yarn dlx|bun x)(?: |$)/;

/** Parses the user's input: a generator's name, its short name, or the command from its documentation. */
export function readGenerator(text: string): ReadGenerator {
  const line = text.trim().replace(/\s+/g, ' ').replace(/^\$ /, '');
  const creates = CREATES.exec(line)?.[0];
  const runs = RUNS.exec(line)?.[0];
  const words = line.slice((creates ?? runs ?? '').length).split(' ');
  const at = words.findIndex((word) => !/^(?:-y|--yes|--|-q|--quiet|--bun)$/.test(word));
  const [given = '', ...rest] = at === -1 ? [] : words.slice(at);
  const name = creates === undefined ? (runs === undefined ? knownName(given) : given) : createdBy(given);
  const said = rest.filter((word, index) => word !== '--' || rest.indexOf('--') !== index).join(' ');
  const known = GENERATORS.find((each) => each.name === withoutVersion(name));
  return { name, arguments: said === '' ? (known?.arguments ?? HERE) : said };
}

/** Expands a name as `npm create NAME` does. */
function createdBy(given: string): string {
  const [, scope, name = '', version = ''] = /^(@[^/@]+)?(?:\/?([^@]+))?(@.+)?$/.exec(given) ?? [];
  const full = name === '' ? 'create' : /^create(?:-|$)/.test(name) ? name : `create-${name}`;
  if (scope === undefined) return name === '' ? given : `${full}${version}`;
  return `${scope}/${full}${version}`;
}

/** A tool's own name, such as `vite`, means its generator: running the tool itself creates no project. */
function knownName(given: string): string {
  const full = `create-${given.toLowerCase()}`;
  return GENERATORS.some(({ name }) => name === withoutVersion(full)) ? full : given;
}

function withoutVersion(name: string): string {
  const at = name.lastIndexOf('@');
  return at > 0 ? name.slice(0, at) : name;
}
