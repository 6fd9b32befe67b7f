import type { MadeFiles } from '../../contract/made-files.ts';
import type { ToolIntent } from '../../contract/tool-definition.ts';
import { type CommandPart, programOf, roughWordsOf } from '../parse/command-part.ts';
import type { Launch } from '../parse/launchers.ts';
import { isSameRun, scriptRunOf } from '../parse/script-runs.ts';
import { installedPrograms } from '../programs/installed-programs.ts';
import { packageCommandKind } from '../programs/package-table.ts';

type Known = Pick<Extract<ToolIntent, { kind: 'command' }>, 'scripts' | 'programs'>;

/**
 * Adds the programs that yarn, pnpm and bun start by a name that is no script of the project: `yarn vitest run` is judged as
 * `npx vitest run` is, and rules for the program cover it.
 */
export function withLaunchesByName(
  parts: readonly CommandPart[],
  known: Known,
  { projectRoot, made }: { projectRoot: string; made?: MadeFiles | undefined },
): CommandPart[] {
  return parts.flatMap((part) => {
    const launch = part.wraps ? null : launchByName(part, known, projectRoot);
    if (launch === null || installedPrograms(launch.named, { place: part.place, programs: known.programs }) === null) return [part];
    if (programOf(part) === 'bun' && mayBeFile(launch.named, part, made)) return [part];
    const outer: CommandPart = { ...part, wraps: true, launches: true };
    const text = launch.words.map((word) => word.text).join(' ');
    return [outer, { ...part, text, words: launch.words, assignments: [], redirects: [], asks: null, wrapper: outer, launch }];
  });
}

/** Returns the program that the words start if an installed package has it; null if the project has a script of that name, or may have. */
export function launchByName(part: CommandPart, { scripts }: Pick<Known, 'scripts'>, projectRoot: string): Launch | null {
  const [program, ...rest] = part.words;
  if (program?.kind !== 'literal' || !/^(?:pnpm|yarn|bun)$/.test(program.value)) return null;
  const kind = packageCommandKind(program.value, roughWordsOf(part).slice(1));
  const words = kind === 'named-script' ? rest.slice(1) : rest;
  const [name] = words;
  const run = scriptRunOf(part, projectRoot);
  // With flags before its name, the program may be that of another folder.
  if (run === null || name?.kind !== 'literal' || name.value !== run.name || run.workspace !== undefined) return null;
  if (kind !== 'named-script' && (kind !== 'script' || /^(?:test|t|tst|start|stop|restart)$/.test(name.value))) return null;
  const script = scripts?.find((each) => isSameRun(each, run));
  if (script === undefined || script.undetermined !== undefined) return null;
  const hasScript = script.lines === undefined ? script.text !== '' : script.lines.length > 0;
  return hasScript ? null : { words, named: name.value, otherwise: 'may-run-another' };
}

/** Bun prefers a file of the project to an installed program of its name. */
function mayBeFile(name: string, { place }: CommandPart, made: MadeFiles | undefined): boolean {
  const paths = (place ?? []).map((folder) => (folder === '' ? name : `${folder}/${name}`));
  return [...(made?.files.keys() ?? [])].some((file) => paths.some((path) => file === path || file.startsWith(`${path}.`)));
}
