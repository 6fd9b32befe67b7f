import type { ToolFailure } from '../../agent/contract/tool-definition.ts';
import { readProjectPath } from '../../runtime/to-workspace-path.ts';
import type { WorkspacePath } from '../../runtime/types.ts';
import { failure } from '../failure.ts';

type Read = { ok: true; path: WorkspacePath } | ToolFailure;

/** Parses a project path from a call; the root is ''. `root` is the project's absolute path where its commands run. */
export function pathArgument(text: string, root: string): Read {
  const reading = readProjectPath(text, root);
  return reading.ok ? reading : failure('outside_project', reading.why);
}

/** Like `pathArgument`, for a file: refuses the root and paths written like a folder. */
export function fileArgument(text: string, root: string): Read {
  const reading = pathArgument(text, root);
  if (!reading.ok) return reading;
  if (reading.path === '')
    return failure(
      'outside_project',
      `${JSON.stringify(text)} is the project's root, not a file. Name a file in it, such as "src/App.tsx".`,
    );
  return /\/\.?$/.test(text)
    ? failure('bad_arguments', `\`${text}\` is written like a folder; for a file write \`${reading.path}\`.`)
    : reading;
}
