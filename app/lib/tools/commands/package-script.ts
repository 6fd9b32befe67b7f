import type { ScriptRun } from '../../agent/contract/script-run.ts';
import type { ScriptLine, ScriptText } from '../../agent/contract/tool-definition.ts';
import { partsOf } from '../../agent/policy/decide-command.ts';
import { isSameRun, scriptRunOf } from '../../agent/policy/parse/script-runs.ts';
import { mayMakeFiles } from '../../agent/policy/paths/may-make-files.ts';
import { because } from '../../protocol/texts/reason.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import type { Workspace } from '../../runtime/types.ts';
import { readPackageFile, textAt } from './package-file.ts';
import { readMakefile } from './read-makefile.ts';
import { workspaceFolders } from './workspace-folders.ts';

/** Any root does: a script's folder is given relative to it. */
const ROOT = '/home/project';
const MOST_SCRIPTS = 60;
const DEEPEST = 12;
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'] as const;

/** What the run has changed, and what was in a file when it began. */
export interface RunChanges {
  made: ReadonlyMap<string, unknown>;
  /** null: it was not there. Rejects, or is absent, where nobody knows. */
  contentBefore?: ((path: string) => Promise<string | null>) | undefined;
}

/**
 * For `npm test`, `npm run x`, `make x` and similar ones, wherever they are in a command: each script with its pre and post scripts, as
 * package.json or Makefile has it now, and the scripts that these run; empty where there is none, and outside the project (`folder`
 * null). It shows what a command would do, and a rule made for a command when the command has become another.
 */
export async function scriptsOfCommand(
  command: string,
  folder: string | null,
  workspace: Workspace,
  changes: RunChanges = { made: new Map() },
): Promise<ScriptText[]> {
  const found: ScriptText[] = [];
  const visit = async (text: string, place: string | null, depth: number): Promise<void> => {
    if (depth > DEEPEST) return;
    for (const run of runsIn(text, place)) {
      if (found.length >= MOST_SCRIPTS || found.some((each) => isSameRun(each, run))) continue;
      const script = mayBeMadeBefore(run, text, await readScript(run, workspace, changes));
      found.push(depth === 0 ? script : { ...script, isNested: true });
      for (const line of script.lines ?? []) await visit(line.command, line.folder, depth + 1);
    }
  };
  await visit(command, folder, 0);
  return found.map((script) => ({ ...script, text: wholeText(script, found) }));
}

/** There is no such script yet, outside of the project's root, and another part of the command may make one before it is run. */
function mayBeMadeBefore(run: ScriptRun, command: string, script: ScriptText): ScriptText {
  const isThere = run.folder === null || run.folder === '' || script.text !== '';
  if (isThere || (runsIn(command, '').length < 2 && !mayMakeFiles(command, ROOT))) return script;
  return { ...script, undetermined: because('there is no package.json in {folder} yet', { folder: script.folder ?? '' }) };
}

/** All that the command runs itself as one text; null where it runs no script. */
export function joinScripts(scripts: readonly ScriptText[]): string | null {
  const own = scripts.filter(({ isNested }) => isNested !== true);
  return own.length === 0 ? null : own.map(({ text }) => text).join('\n');
}

function runsIn(command: string, folder: string | null): ScriptRun[] {
  const parts = partsOf(command, folder === null ? null : [folder], ROOT);
  return typeof parts === 'string' ? [] : parts.map((part) => scriptRunOf(part, ROOT)).filter((run) => run !== null);
}

/** With the scripts that it runs: when one of these changes, it has changed. */
function wholeText(script: ScriptText, all: readonly ScriptText[]): string {
  const reached = new Set<ScriptText>([script]);
  for (const each of reached) {
    for (const line of each.lines ?? []) {
      for (const run of runsIn(line.command, line.folder)) {
        const next = all.find((one) => isSameRun(one, run));
        if (next !== undefined) reached.add(next);
      }
    }
  }
  return [...reached].map(({ text }) => text).join('\n');
}

async function readScript(run: ScriptRun, workspace: Workspace, changes: RunChanges): Promise<ScriptText> {
  if (run.folder === null)
    return { ...run, text: '', lines: [], undetermined: because('which folder it is run in is only known when it runs') };
  const reading = run.runner === 'make' ? await readTargets(run.folder, run, workspace) : await readNamed(run.folder, run, workspace);
  const before = await beforeOf(run, reading, changes);
  const { paths: _paths, ...script } = reading;
  return { ...run, ...script, ...(before === undefined ? {} : { changed: { before } }) };
}

/** `paths`: of the files that it was read from, or would be. */
type Reading = Pick<ScriptText, 'text' | 'lines' | 'undetermined'> & { paths: readonly string[] };

async function readNamed(root: string, run: ScriptRun, workspace: Workspace): Promise<Reading> {
  if (run.workspace === undefined) return readPackage(root, run, workspace);
  const folders = await workspaceFolders(root, run.workspace, workspace);
  if (folders === null)
    return {
      text: '',
      lines: [],
      undetermined: because('which package {name} means cannot be determined', { name: JSON.stringify(run.workspace) }),
      paths: [],
    };
  const readings = await Promise.all(folders.map((folder) => readPackage(folder, run, workspace)));
  const text = readings.map((reading, index) => `${folders[index]}: ${reading.text}`).join('\n');
  return { text, lines: readings.flatMap(({ lines = [] }) => lines), paths: readings.flatMap(({ paths }) => paths) };
}

async function readPackage(folder: string, run: ScriptRun, workspace: Workspace): Promise<Reading> {
  const path = folder === '' ? 'package.json' : `${folder}/package.json`;
  const text = await textAt(path, workspace);
  return { ...packageReading(text, folder, run), paths: [path] };
}

function packageReading(text: string | null, folder: string, { name, runner }: ScriptRun): Pick<ScriptText, 'text' | 'lines'> {
  if (text === null) return { text: '', lines: [] };
  const { scripts } = readPackageFile(text);
  const keys = runner === 'node' || !scripts.has(name) ? [name] : [`pre${name}`, name, `post${name}`];
  const lines = keys.flatMap((label): ScriptLine[] => {
    const command = scripts.get(label);
    return command === undefined || command.trim() === '' ? [] : [{ label, command, folder }];
  });
  return { text: [`pre${name}`, name, `post${name}`].map((key) => `${key}: ${scripts.get(key) ?? ''}`).join('\n'), lines };
}

async function readTargets(folder: string, run: ScriptRun, workspace: Workspace): Promise<Reading> {
  for (const name of MAKEFILES) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const text = await textAt(path, workspace);
    if (text !== null) return { ...makeReading(text, folder, run), paths: [path] };
  }
  return { text: '', lines: [], paths: MAKEFILES.map((name) => (folder === '' ? name : `${folder}/${name}`)) };
}

function makeReading(text: string, folder: string, { name }: ScriptRun): Pick<ScriptText, 'text' | 'lines' | 'undetermined'> {
  const reading = readMakefile(text, name === '' ? [] : name.split(' '));
  // Where it is not simple all of it counts: any line of it may be what runs.
  if (!reading.ok) return { text, lines: [], undetermined: reading.why };
  const lines = reading.lines.map(({ label, command }) => ({ label, command, folder }));
  return { text: lines.map(({ label, command }) => `${label}: ${command}`).join('\n'), lines };
}

/** Undefined: it is what it was when the run began. */
async function beforeOf(run: ScriptRun, reading: Reading, changes: RunChanges): Promise<string | null | undefined> {
  const { paths } = reading;
  // Nobody knows what was in such a folder when the run began, or what an earlier part of the same command will put there.
  if (paths.some(isIgnoredPath)) return null;
  const [path] = paths;
  if (paths.length === 1 && path !== undefined) return beforeOfFile(path, run, reading, changes);
  for (const each of paths) if (changes.made.has(each) || (await isNew(each, changes))) return null;
  return undefined;
}

/** It was not there when the run began, and lies outside of the project's root: it is not in `made` where nobody knows of it yet. */
async function isNew(path: string, { contentBefore }: RunChanges): Promise<boolean> {
  return path.includes('/') && contentBefore !== undefined && (await contentBefore(path).catch(() => '')) === null;
}

async function beforeOfFile(path: string, run: ScriptRun, reading: Reading, changes: RunChanges): Promise<string | null | undefined> {
  const { made, contentBefore } = changes;
  if (!made.has(path) && (reading.text === '' || !(await isNew(path, changes)))) return undefined;
  if (contentBefore === undefined) return null;
  try {
    const text = await contentBefore(path);
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const before =
      run.runner === 'make' ? (text === null ? '' : makeReading(text, folder, run).text) : packageReading(text, folder, run).text;
    return before === withoutFolder(reading.text, folder, run) ? undefined : before;
  } catch {
    return null;
  }
}

function withoutFolder(text: string, folder: string, { workspace }: ScriptRun): string {
  return workspace === undefined ? text : text.slice(`${folder}: `.length);
}
