import { looksRandom } from './is-worth-masking.ts';

type Consider = (name: string, value: string) => void;

/** Minimum length in characters: a shorter word that looks random may be an ordinary one. */
const SHORTEST_WORD = 10;

/** A name alone in its line, with the value in the lines below it: a YAML block, a list, an array. */
const OPENING =
  /^[ \t]*(?:-[ \t]+)?\{?["']?([\w.@/-]{1,120})["']?[ \t]*[:=](?:[ \t]+[&!][\w!./-]{1,60}){0,2}[ \t]*(?:[|>][-+\d]{0,3}|\[)?$/;

const WORD = /[^\s"'`,;<>(){}[\]|=:@&?]+/g;

/** Finds values that are not on the line of their name, or that no assignment connects to it. */
export function fromForms(text: string, lines: readonly string[], consider: Consider): void {
  const [only = ''] = lines.filter((line) => line.trim() !== '');
  if (text.trim() === only.trim() && /^\S+$/.test(only.trim())) consider('password', only);
  fromBlocks(lines, consider);
  for (const [, name = '', , quoted = ''] of text.matchAll(/^[ \t]*([\w."-]{1,120})[ \t]*=[ \t]*("""|''')([\s\S]{0,20000}?)\2/gm))
    for (const line of quoted.split(/\r?\n/)) consider(name, line);
  for (const [, name = '', value = ''] of text.matchAll(/<([\w.:-]{1,80})>([^<>\n]{4,2000})<\/\1>/g)) consider(name, value);
  for (const line of lines) {
    if (isRemark(line)) continue;
    const [, name = '', value = ''] =
      /^[ \t]*(?:(?:set[ \t]+-\w+|setenv|ENV|ARG)[ \t]+)?([\w.-]{1,120})[ \t]+(\S+)[ \t]*$/.exec(line) ?? [];
    if (name !== '') consider(name, unquoted(value));
    for (const [, inner = '', item = ''] of /[{]/.test(line) ? line.matchAll(/([\w.-]{1,120})[ \t]{0,8}:[ \t]{1,8}([^\s,{}"']+)/g) : [])
      consider(inner, item);
    fromWords(line, consider);
  }
}

/** Finds words of a line that look random, in any file format. Names of values are omitted. */
function fromWords(line: string, consider: Consider): void {
  for (const { 0: word, index } of line.matchAll(WORD)) {
    if (/^["']?[ \t]{0,8}[=:]/.test(line.slice(index + word.length, index + word.length + 10))) continue;
    if (word.length < SHORTEST_WORD) continue;
    // The password in `-pPASSWORD` and in `${NAME:-PASSWORD}`.
    for (const bare of new Set([word.replace(/^-+/, ''), word.replace(/^-[A-Za-z]/, '')]))
      if (bare.length >= SHORTEST_WORD && looksRandom(bare)) consider('value', bare);
  }
}

function fromBlocks(lines: readonly string[], consider: Consider): void {
  let open: { name: string; indent: number } | null = null;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indent = line.search(/\S/);
    const isItem = /^\s*-\s/.test(line);
    if (open !== null && (indent > open.indent || (isItem && indent === open.indent) || /^\s*["'`]/.test(line))) {
      const item = line.trim().replace(/^-\s+/, '').replace(/,$/, '');
      if (!/^[\w.-]+:(?:\s|$)/.test(item)) consider(open.name, unquoted(item));
    } else open = null;
    const name = OPENING.exec(line.trimEnd())?.[1];
    if (name !== undefined) open = { name, indent };
  }
}

function isRemark(line: string): boolean {
  return /^\s*(?:#|;|\/\/ )/.test(line);
}

function unquoted(text: string): string {
  return /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text;
}
