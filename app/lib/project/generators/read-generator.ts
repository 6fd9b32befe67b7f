import { GENERATORS } from './generator-list.ts';

export interface ReadGenerator {
  /** Of the package, maybe with a version; not checked. */
  name: string;
  /** What it is given unless the user says otherwise. */
  arguments: string;
}

/** Makes the project in the folder it is run in; of generators that nothing else is known of. */
const HERE = '.';
/** `npm create`, as every package manager has it: a short name for the generator follows. */
const CREATES = /^(?:(?:npm|pnpm|yarn|bun) (?:create|init|innit)|create)(?: |$)/;
/** What runs a package by its whole name. */
const RUNS = /^(?:npx|bunx|npm exec|npm x|pnpm dlx|pnpx|yarn dlx|bun x)(?: |$)/;

/** What a user types or pastes for a generator: its name, a short name, or the command of its documentation. */
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

/** As npm reads `npm create NAME`. */
function createdBy(given: string): string {
  const [, scope, name = '', version = ''] = /^(@[^/@]+)?(?:\/?([^@]+))?(@.+)?$/.exec(given) ?? [];
  const full = name === '' ? 'create' : /^create(?:-|$)/.test(name) ? name : `create-${name}`;
  if (scope === undefined) return name === '' ? given : `${full}${version}`;
  return `${scope}/${full}${version}`;
}

/** Nobody makes a project by running Vite itself. */
function knownName(given: string): string {
  const full = `create-${given.toLowerCase()}`;
  return GENERATORS.some(({ name }) => name === withoutVersion(full)) ? full : given;
}

function withoutVersion(name: string): string {
  const at = name.lastIndexOf('@');
  return at > 0 ? name.slice(0, at) : name;
}
