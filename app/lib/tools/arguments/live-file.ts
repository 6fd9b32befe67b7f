import { meantCall } from '../../agent/answers/meant/meant-call.ts';
import type { LiveFile, ToolRegistry } from '../../agent/contract/tool-definition.ts';

/** Returns the file that a call would write, as far as its arguments have arrived; they may have another product's names. */
export function liveFileOf(toolName: string, fields: Readonly<Record<string, string>>, registry: ToolRegistry): LiveFile | null {
  const meant = meantCall(toolName, fields, registry.tools);
  const texts = Object.entries(meant.input).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  return registry.get(meant.toolName)?.liveFile(Object.fromEntries(texts)) ?? null;
}
