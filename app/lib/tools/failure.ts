import type { ToolFailure } from '../agent/tool-definition.ts';
import type { ToolErrorCode } from '../protocol/tool-call.ts';

export function failure(code: ToolErrorCode, message: string): ToolFailure {
  return { ok: false, code, message };
}

/** The refusal of a path that is not inside the project. */
export function outsideProject(path: string): ToolFailure {
  return failure(
    'outside_project',
    `${JSON.stringify(path)} is not a path inside the project. Paths are relative to the project's root, such as "src/App.tsx".`,
  );
}
