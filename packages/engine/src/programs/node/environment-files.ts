import type { ProgramContext } from '../../abi/program.ts';
import { parseEnvironment } from './builtins/util/parse-env.ts';
import { joinPath } from './loader/module-files.ts';

/** Loads the files of `--env-file`; existing variables take precedence. Returns an error message, or null on success. */
export function loadEnvironmentFiles(context: ProgramContext, files: { path: string; isOptional: boolean }[]): string | null {
  const given = new Set(Object.keys(context.env));
  for (const { path, isOptional } of files) {
    let text: string;
    try {
      text = new TextDecoder().decode(context.system.sync('readFile', joinPath(context.cwd, path)));
    } catch {
      if (isOptional) continue;
      return `${path}: not found`;
    }
    for (const [name, value] of Object.entries(parseEnvironment(text))) if (!given.has(name)) context.env[name] = value;
  }
  return null;
}
