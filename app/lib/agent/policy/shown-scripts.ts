import { diffLines } from 'diff';
import type { CommandRule } from '../../protocol/settings.ts';
import type { ShownScript } from '../../protocol/tool-call.ts';
import type { ScriptText, ToolIntent } from '../contract/tool-definition.ts';
import { shownScriptKey } from '../conversation/shown-script-key.ts';
import { partsOf } from './decide-command.ts';
import { roughWordsOf } from './parse/command-part.ts';
import { isSameRun, scriptRunOf } from './parse/script-runs.ts';
import { matchesRule } from './rules/rules.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;
type Changed = NonNullable<ShownScript['changed']>;

const MOST_SCRIPTS = 20;
const MOST_LINES = 40;
/** The line of a missing script in the text that a rule is pinned to. */
const EMPTY_LINE = /^[^:]*:\s*$/;

export interface KnownScripts {
  rules: readonly CommandRule[];
  /** The texts that earlier approval cards showed, by `shownScriptKey`. */
  shown: ReadonlyMap<string, string>;
  projectRoot: string;
}

/** Returns the scripts and programs that a command runs, with their changes since the user last knew them. */
export function shownScripts(intent: CommandIntent, known: KnownScripts): ShownScript[] {
  const { scripts = [], programs = [] } = intent;
  const names = new Map<ScriptText, { run: string; words: readonly string[] }>();
  const lines = [{ command: intent.command, folder: intent.cwd as string | null }, ...scripts.flatMap((script) => script.lines ?? [])];
  for (const { command, folder } of lines) {
    const parts = partsOf(command, folder === null ? null : [folder], known.projectRoot);
    for (const part of typeof parts === 'string' ? [] : parts) {
      const run = scriptRunOf(part, known.projectRoot);
      const script = run === null ? undefined : scripts.find((each) => isSameRun(each, run));
      if (script !== undefined && !names.has(script)) names.set(script, { run: part.text, words: roughWordsOf(part) });
    }
  }
  const shown = [...names].slice(0, MOST_SCRIPTS).flatMap(([script, name]): ShownScript[] => {
    if (script.lines === undefined || (script.lines.length === 0 && script.undetermined === undefined && script.text === '')) return [];
    const of = placeOf(script);
    const changed = changedIn(script, of, name, known);
    return [
      {
        run: name.run,
        of,
        lines: script.lines.map(({ label, command }) => ({ label, command })),
        text: script.text,
        ...(changed === null ? {} : { changed }),
      },
    ];
  });
  // The same program may have been looked up for several folders.
  const files = new Map(programs.map(({ name, file }) => [`${name}\n${file}`, { run: name, of: file, lines: [], text: file }]));
  return [...shown, ...files.values()];
}

function placeOf({ folder, runner, workspace }: ScriptText): string {
  const file = runner === 'make' ? 'Makefile' : 'package.json';
  const place = folder === null || folder === '' ? file : `${folder}/${file}`;
  return workspace === undefined ? place : `${place}, ${workspace === '*' ? 'every workspace' : `workspace ${workspace}`}`;
}

function changedIn(
  script: ScriptText,
  of: string,
  { run, words }: { run: string; words: readonly string[] },
  { rules, shown }: KnownScripts,
): Changed | null {
  const rule = rules.findLast(
    (each) =>
      each.verdict === 'allow' &&
      each.script !== undefined &&
      each.script !== script.text &&
      (each.pattern === run || matchesRule(each.pattern, words)),
  );
  if (rule?.script !== undefined) return diffOf('allowed', rule.script, script.text);
  const before = shown.get(shownScriptKey({ run, of }));
  if (before !== undefined && before !== script.text) return diffOf('shown', before, script.text);
  if (before !== undefined || script.changed?.before == null) return null;
  return diffOf('run', script.changed.before, script.text);
}

function diffOf(since: Changed['since'], before: string, after: string): Changed | null {
  const lines = diffLines(`${before}\n`, `${after}\n`).flatMap(({ value, added, removed }) => {
    const sign: Changed['lines'][number]['sign'] = added ? '+' : removed ? '-' : ' ';
    return value
      .split('\n')
      .filter((text) => text !== '' && !EMPTY_LINE.test(text))
      .map((text) => ({ sign, text }));
  });
  return lines.some(({ sign }) => sign !== ' ') ? { since, lines: lines.slice(0, MOST_LINES) } : null;
}
