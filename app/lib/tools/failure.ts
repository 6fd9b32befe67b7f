import type { ToolFailure } from '../agent/contract/tool-definition.ts';
import type { ToolErrorCode } from '../protocol/tool-call.ts';

export function failure(code: ToolErrorCode, message: string): ToolFailure {
  return { ok: false, code, message };
}
