import type { ToolFailure } from '../../agent/contract/tool-definition.ts';
import { readProjectPath } from '../../runtime/to-workspace-path.ts';
import type { WorkspacePath } from '../../runtime/types.ts';
import { failure } from '../failure.ts';

type Read = { ok: true; path: WorkspacePath } | ToolFailure;

/** A path of the project as a call gives it; the root is ''. */
export function pathArgument(text: string): Read {
  const reading = readProjectPath(text);
  return reading.ok ? reading : failure('outside_project', reading.why);
}

/** The same for a file: neither the root nor what only a folder is written like. */
export function fileArgument(text: string): Read {
  const reading = pathArgument(text);
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
