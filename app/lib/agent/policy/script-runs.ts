import type { CommandPart } from './command-part.ts';
import { resolveFrom } from './place.ts';

/** The scripts that run without `run`. */
const SHORT_NAMES: ReadonlySet<string> = new Set(['test', 't', 'tst', 'start', 'stop', 'restart']);

/** A script of a package.json that a command runs. */
export interface ScriptRun {
  /** Relative to the project root; null when it is only known when it runs. */
  folder: string | null;
  name: string;
}

export function scriptRunOf(part: CommandPart, projectRoot: string): ScriptRun | null {
  const words = part.words.map((word) => (word.kind === 'literal' ? word.value : ''));
  const name = scriptName(words.filter((word, index) => index === 0 || !/^(?:-s|--silent|--if-present|-q|--quiet)$/.test(word)));
  if (name === null) return null;
  const elsewhere = words.some((word) => /^(?:-w|--workspace|--filter|-F|-r|--recursive|--ws|--workspaces)(?:=|$)/.test(word));
  return { folder: elsewhere ? null : folderOf(part, projectRoot), name };
}

function folderOf({ place }: CommandPart, projectRoot: string): string | null {
  if (place === null || place.length !== 1) return null;
  return resolveFrom(place, '.', projectRoot)?.[0] ?? null;
}

function scriptName([program = '', command = '', name = '']: readonly string[]): string | null {
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program)) return null;
  if (/^(?:run|run-script|rum|urn)$/.test(command)) return name === '' || name.startsWith('-') ? null : name;
  if (SHORT_NAMES.has(command)) return command === 't' || command === 'tst' ? 'test' : command;
  // yarn and pnpm run a script by its bare name.
  return program !== 'npm' && /^[a-z][\w:.-]*$/i.test(command) ? command : null;
}

/** Scripts whose name says that they reach outside: with commands auto-approved they still ask, and a rule may let them run. */
export function isOutwardScript({ name }: ScriptRun): boolean {
  return /^(?:deploy|publish|release)(?:[:_-]|$)/.test(name);
}
