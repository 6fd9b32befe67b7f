import type { LocalProgram } from '../../agent/contract/tool-definition.ts';
import { partsOf } from '../../agent/policy/decide-command.ts';
import { isWorkScript } from '../../agent/policy/parse/script-runs.ts';
import { codeRunner } from '../../agent/policy/programs/code-runner.ts';
import type { Workspace } from '../../runtime/types.ts';
import { readPackageFile, textAt } from './package-file.ts';

const ROOT = '/home/project';
const MOST = 20;
const LAUNCHER = /^(?:npx|bunx|pnpx)$/;

/** Returns the files behind `npx NAME`, `npm exec NAME`, `pnpm exec NAME` and `yarn NAME` for installed packages. */
export async function localPrograms(command: string, folder: string | null, workspace: Workspace): Promise<LocalProgram[]> {
  const parts = folder === null ? [] : partsOf(command, [folder], ROOT);
  if (typeof parts === 'string') return [];
  const names = parts.flatMap((part) => {
    const [program = '', ...rest] = part.words.map((word) => (word.kind === 'literal' ? word.value : ''));
    const words = rest.filter((word) => !word.startsWith('-'));
    if (LAUNCHER.test(program)) return words.slice(0, 1);
    if (!/^(?:npm|pnpm|yarn)$/.test(program)) return [];
    return /^(?:exec|x)$/.test(words[0] ?? '') ? words.slice(1, 2) : program === 'npm' ? [] : words.slice(0, 1);
  });
  const found = await Promise.all([...new Set(names)].slice(0, MOST).map((name) => localProgram(name, folder ?? '', workspace)));
  return found.filter((each) => each !== null);
}

async function localProgram(name: string, folder: string, workspace: Workspace): Promise<LocalProgram | null> {
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name)) return null;
  for (const base of folder === '' ? [''] : [`${folder}/`, '']) {
    for (const packageName of [name, `@${name}/cli`, `@${name}/${name}`, `${name}-cli`]) {
      const place = `${base}node_modules/${packageName}`;
      const text = await textAt(`${place}/package.json`, workspace);
      const file = readPackageFile(text).programs.get(name.replace(/^@[^/]*\//, ''));
      if (file !== undefined) return { name, file: `${place}/${file.replace(/^\.\//, '')}` };
    }
    if ((await textAt(`${base}node_modules/.bin/${name}`, workspace)) !== null) return { name, file: `${base}node_modules/.bin/${name}` };
  }
  return null;
}

/** Returns the programs run by the project's own build, test and serve scripts, according to package.json when the run began. */
export async function ownPrograms(workspace: Workspace, isUnchanged: boolean): Promise<string[]> {
  if (!isUnchanged) return [];
  const { scripts } = readPackageFile(await textAt('package.json', workspace));
  const names = [...scripts].slice(0, 200).flatMap(([name, command]) => {
    const parts = isWorkScript({ folder: '', name }) ? partsOf(command, [''], ROOT) : '';
    if (typeof parts === 'string') return [];
    return parts.flatMap(({ words: [first, ...operands] }) =>
      first?.kind === 'literal' ? [codeRunner(first.value, operands) ?? first.value] : [],
    );
  });
  return [...new Set(names)];
}
