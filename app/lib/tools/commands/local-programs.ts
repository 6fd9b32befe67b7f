import type { LocalProgram, ScriptLine } from '../../agent/contract/tool-definition.ts';
import { partsOf } from '../../agent/policy/decide-command.ts';
import type { CommandPart } from '../../agent/policy/parse/command-part.ts';
import { folderOfPlace, packageNameOf } from '../../agent/policy/parse/launchers.ts';
import { isWorkScript, scriptRunOf } from '../../agent/policy/parse/script-runs.ts';
import { resolveFrom } from '../../agent/policy/paths/possible-directories.ts';
import { codeRunner } from '../../agent/policy/programs/code-runner.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { Workspace } from '../../runtime/types.ts';
import { readPackageFile, textAt } from './package-file.ts';
import { realPath } from './real-path.ts';

const MOST = 40;
type CommandLine = Pick<ScriptLine, 'command' | 'folder'>;

const NAME = /^[\w-][\w.-]*$/;

/**
 * Returns the programs of installed packages that these commands start by name: `npx NAME`, `npm exec NAME`, `yarn NAME`, or by their place
 * `node_modules/.bin/NAME`. A program is looked up as these launchers do: in the folder in which the part runs and in each folder above it.
 */
export function localPrograms(commands: readonly CommandLine[], workspace: Workspace): Promise<LocalProgram[]> {
  return programsOf(commands, startedBy, workspace);
}

/** Returns the installed programs that a command such as `npx vitest@1` could start in a form that never downloads. */
export function programsInstead(command: CommandLine, workspace: Workspace): Promise<LocalProgram[]> {
  return programsOf([command], (part, projectRoot) => packageNameOf(part.words)?.name ?? startedBy(part, projectRoot), workspace);
}

async function programsOf(
  commands: readonly CommandLine[],
  nameIn: (part: CommandPart, projectRoot: string) => string | null,
  workspace: Workspace,
): Promise<LocalProgram[]> {
  const wanted = new Map<string, { name: string; folder: string }>();
  const projectRoot = workspace.projectRoot();
  for (const { command, folder } of commands) {
    const parts = partsOf(command, [folder], projectRoot);
    for (const part of typeof parts === 'string' ? [] : parts) {
      const name = nameIn(part, projectRoot);
      for (const place of name === null ? [] : (part.place ?? []))
        if (name !== null) wanted.set(`${place}\n${name}`, { name, folder: place });
    }
  }
  const found = await Promise.all([...wanted.values()].slice(0, MOST).map((one) => localProgram(one, workspace)));
  return found.filter((each) => each !== null);
}

function startedBy(part: CommandPart, projectRoot: string): string | null {
  if (part.launch !== undefined) return part.launch.named;
  const [program] = part.words;
  const run = program?.kind === 'literal' && /^(?:pnpm|yarn|bun)$/.test(program.value) ? scriptRunOf(part, projectRoot) : null;
  return run?.name ?? null;
}

async function localProgram({ name, folder }: { name: string; folder: string }, workspace: Workspace): Promise<LocalProgram | null> {
  const file = await fileOf(name, folder, workspace);
  return file === null ? null : { name, file, folder };
}

async function fileOf(name: string, folder: string, workspace: Workspace): Promise<string | null> {
  const written = folderOfPlace(name);
  if (written !== null) {
    const [base] = resolveFrom([folder], written === '' ? '.' : written, workspace.projectRoot()) ?? [];
    return base === undefined ? null : linkedFile(base, name.replace(/^.*\//, ''), workspace);
  }
  if (!NAME.test(name)) return null;
  const bases = basesOf(folder);
  for (const base of bases) {
    const file = await linkedFile(base, name, workspace);
    if (file !== null) return file;
  }
  for (const base of bases) {
    const place = within(base, `node_modules/${name}`);
    const file = await programOf(place, name, workspace);
    if (file !== null) return file;
  }
  return null;
}

/** Returns the target of `node_modules/.bin/NAME`, or the package's own file if the package is known to have that program. */
async function linkedFile(base: string, name: string, workspace: Workspace): Promise<string | null> {
  const place = toWorkspacePath(within(base, `node_modules/.bin/${name}`));
  if (place === null) return null;
  const real = await realPath(place, workspace);
  if (real === null || real !== place) return real;
  for (const packageName of [name, `@${name}/cli`, `@${name}/${name}`, `${name}-cli`]) {
    const file = await programOf(within(base, `node_modules/${packageName}`), name, workspace);
    if (file !== null) return file;
  }
  return place;
}

async function programOf(place: string, name: string, workspace: Workspace): Promise<string | null> {
  const { programs } = readPackageFile(await textAt(`${place}/package.json`, workspace));
  const files = new Set(programs.values());
  const [only] = files;
  const file = programs.get(name) ?? (files.size === 1 ? only : undefined);
  const path = file === undefined ? null : toWorkspacePath(`${place}/${file.replace(/^\.\//, '')}`);
  return path === null ? null : realPath(path, workspace);
}

function basesOf(folder: string): string[] {
  const segments = folder.split('/').filter((segment) => segment !== '');
  return Array.from({ length: segments.length + 1 }, (_, up) => segments.slice(0, segments.length - up).join('/'));
}

function within(base: string, path: string): string {
  return base === '' ? path : `${base}/${path}`;
}

/** Returns the programs run by the project's own build, test and serve scripts, according to package.json when the run began. */
export async function ownPrograms(workspace: Workspace, isUnchanged: boolean): Promise<string[]> {
  if (!isUnchanged) return [];
  const { scripts } = readPackageFile(await textAt('package.json', workspace));
  const names = [...scripts].slice(0, 200).flatMap(([name, command]) => {
    const parts = isWorkScript({ folder: '', name }) ? partsOf(command, [''], workspace.projectRoot()) : '';
    if (typeof parts === 'string') return [];
    return parts.flatMap(({ words: [first, ...operands] }) =>
      first?.kind === 'literal' ? [codeRunner(first.value, operands) ?? first.value] : [],
    );
  });
  return [...new Set(names)];
}
