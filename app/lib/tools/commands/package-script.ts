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

const MOST_SCRIPTS = 60;
const DEEPEST = 12;
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'] as const;

/** The changes of the run, and the file contents when it began. */
export interface RunChanges {
  made: ReadonlyMap<string, unknown>;
  /** Resolves with null if the file did not exist. Rejects, or is absent, if this is unknown. */
  contentBefore?: ((path: string) => Promise<string | null>) | undefined;
}

/**
 * Returns the scripts behind `npm test`, `npm run x`, `make x` and similar commands, anywhere in a command: each with its pre and post
 * scripts from the current package.json or Makefile, and the scripts that these run. Empty if there are none, and outside the project
 * (`folder` null). This shows what a command would do, and whether a rule was made for a different command.
 */
export async function scriptsOfCommand(
  command: string,
  folder: string | null,
  workspace: Workspace,
  changes: RunChanges = { made: new Map() },
): Promise<ScriptText[]> {
  const found: ScriptText[] = [];
  const projectRoot = workspace.projectRoot();
  const visit = async (text: string, place: string | null, depth: number): Promise<void> => {
    if (depth > DEEPEST) return;
    for (const run of runsIn(text, place, projectRoot)) {
      if (found.length >= MOST_SCRIPTS || found.some((each) => isSameRun(each, run))) continue;
      const script = mayBeMadeBefore(run, text, await readScript(run, workspace, changes), projectRoot);
      found.push(depth === 0 ? script : { ...script, isNested: true });
      for (const line of script.lines ?? []) await visit(line.command, line.folder, depth + 1);
    }
  };
  await visit(command, folder, 0);
  return found.map((script) => ({ ...script, text: wholeText(script, found, projectRoot) }));
}

/** Marks a missing script in a subfolder as undetermined if another part of the command may create it before it runs. */
function mayBeMadeBefore(run: ScriptRun, command: string, script: ScriptText, projectRoot: string): ScriptText {
  const isThere = run.folder === null || run.folder === '' || script.text !== '';
  if (isThere || (runsIn(command, '', projectRoot).length < 2 && !mayMakeFiles(command, projectRoot))) return script;
  return { ...script, undetermined: because('there is no package.json in {folder} yet', { folder: script.folder ?? '' }) };
}

/** Joins the scripts that the command runs directly; null if it runs none. */
export function joinScripts(scripts: readonly ScriptText[]): string | null {
  const own = scripts.filter(({ isNested }) => isNested !== true);
  return own.length === 0 ? null : own.map(({ text }) => text).join('\n');
}

function runsIn(command: string, folder: string | null, projectRoot: string): ScriptRun[] {
  const parts = partsOf(command, folder === null ? null : [folder], projectRoot);
  return typeof parts === 'string' ? [] : parts.map((part) => scriptRunOf(part, projectRoot)).filter((run) => run !== null);
}

/** Includes the scripts that it runs, so that a change of one of them counts as a change. */
function wholeText(script: ScriptText, all: readonly ScriptText[], projectRoot: string): string {
  const reached = new Set<ScriptText>([script]);
  for (const each of reached) {
    for (const line of each.lines ?? []) {
      for (const run of runsIn(line.command, line.folder, projectRoot)) {
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

/** `paths` are the files that it was read from, or would be. */
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
  // If the Makefile is not simple, all of its text counts, because any line may run.
  if (!reading.ok) return { text, lines: [], undetermined: reading.why };
  const lines = reading.lines.map(({ label, command }) => ({ label, command, folder }));
  return { text: lines.map(({ label, command }) => `${label}: ${command}`).join('\n'), lines };
}

/** Returns undefined if the script is unchanged since the run began. */
async function beforeOf(run: ScriptRun, reading: Reading, changes: RunChanges): Promise<string | null | undefined> {
  const { paths } = reading;
  // Unrecorded folders: their content at the start of the run is unknown, and an earlier part of the command may change it.
  if (paths.some(isIgnoredPath)) return null;
  const [path] = paths;
  if (paths.length === 1 && path !== undefined) return beforeOfFile(path, run, reading, changes);
  for (const each of paths) if (changes.made.has(each) || (await isNew(each, changes))) return null;
  return undefined;
}

/** Returns true if the file did not exist when the run began. Only for files in subfolders, since `made` may not include it yet. */
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
