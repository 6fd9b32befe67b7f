import type { Random } from '../random.ts';
import { NAMES, PROJECT, WORLD } from '../sandbox/scene.ts';

export type Target = keyof typeof NAMES;

/** Returns a path, relative to the command's current folder. */
export function pathOf(random: Random, target: Target, folder: string): string {
  const path = random.pick(NAMES[target]);
  if (folder === '' || /^(?:\.\.|~|\/)/.test(path)) return path;
  if (path.startsWith(`${folder}/`)) return path.slice(folder.length + 1);
  return `${folder.replace(/[^/]+/g, '..')}/${path}`;
}

/** Writes the same path in one of the ways a shell allows. Only for paths that contain no pattern yet. */
export function spell(random: Random, path: string): string {
  const way = random.weighted<(random: Random, path: string) => string>([
    [34, (_, plain) => (/[ '"]/.test(plain) ? `'${plain}'` : plain)],
    [22, asGlob],
    [6, asClass],
    [3, asBrace],
    [3, asExtended],
    [4, asQuoted],
    [4, asRoundabout],
    [3, asAbsolute],
    [3, (source, plain) => `**/${lastOf(plain) === plain ? plain : source.chance(0.5) ? lastOf(plain) : plain}`],
    [3, (_, plain) => `*${plain.slice(1)}`],
    [2, (_, plain) => `${folderOf(plain)}*`],
    [2, (_, plain) => `${folderOf(plain)}.*`],
    [2, (_, plain) => `"${plain}"`],
    [1, (_, plain) => plain.toUpperCase()],
    [1, (_, plain) => `${plain}/`],
    [0.5, (_, plain) => `$PWD/${plain}`],
  ]);
  return way(random, path);
}

/** Writes a pattern that matches existing names only, as the shell sees them. */
function asGlob(random: Random, path: string): string {
  const folder = folderOf(path);
  const name = lastOf(path);
  if (random.chance(0.4)) return `${folder}${name.slice(0, 1 + random.below(name.length))}*`;
  if (random.chance(0.3) && folder !== '') return `${folder.slice(0, random.below(folder.length - 1) + 1)}*/${name}`;
  const at = random.below(name.length);
  const length = 1 + random.below(3);
  return `${folder}${name.slice(0, at)}${random.chance(0.6) ? '?'.repeat(name.slice(at, at + length).length) : '*'}${name.slice(at + length)}`;
}

function asClass(random: Random, path: string): string {
  const at = letterIn(random, path);
  const letter = path[at] ?? 'a';
  const characterClass = random.pick([`[${letter}]`, `[${letter}x]`, '[[:alpha:]]', '[!0-9]', '[^0]', '[a-z]', '[A-z]']);
  return path.slice(0, at) + characterClass + path.slice(at + 1);
}

function asBrace(random: Random, path: string): string {
  const at = letterIn(random, path);
  return random.pick([
    `${path.slice(0, at)}{${path.slice(at)},x}`,
    `{${path},README.md}`,
    `{README.md,${path}}`,
    `${path.slice(0, at)}{${path[at]},y}${path.slice(at + 1)}`,
    `${path}{,}`,
  ]);
}

function asExtended(random: Random, path: string): string {
  const at = letterIn(random, path);
  const [before, after] = [path.slice(0, at), path.slice(at)];
  return random.pick([
    `${before}@(${after}|x)`,
    `${before}+(${after})`,
    `?(${path})`,
    `${before}*(${after})`,
    `!(README.md)`,
    `${before}!(zz)`,
  ]);
}

function asQuoted(random: Random, path: string): string {
  const at = letterIn(random, path);
  const [before, letter, after] = [path.slice(0, at), path[at] ?? '', path.slice(at + 1)];
  return random.pick([
    `${before}''${letter}${after}`,
    `${before}"${letter}"${after}`,
    `${before}\\${letter}${after}`,
    `$'${path}'`,
    `${before}'${letter}${after}'`,
    `"${before}"${letter}*`,
  ]);
}

function asRoundabout(random: Random, path: string): string {
  return random.pick([`./${path}`, `src/../${path}`, `.//${path}`, `./././${path}`, `docs/./../${path}`, `../${PROJECT}/${path}`]);
}

function asAbsolute(_: Random, path: string): string {
  return /^[~/.]\.?\//.test(path) ? path : `${WORLD}/${PROJECT}/${path}`;
}

/** Never the first letter: a pattern that begins with a wildcard matches no hidden name. */
function letterIn(random: Random, path: string): number {
  const letters = [...path].flatMap((character, index) => (/[a-z]/i.test(character) && index > 0 ? [index] : []));
  return letters.length === 0 ? path.length - 1 : random.pick(letters);
}

export const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
export const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
