import type { ToolContext } from '../../agent/contract/tool-definition.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { linesOf } from '../../search/text-file.ts';

/** No path in a project begins like this. */
const KEPT_PATH = /^\/?(devonz:output\/\d+)$/;

/** Returns the path of a kept output if a call's argument names one; otherwise null. */
export function keptOutputPath(path: string): string | null {
  return KEPT_PATH.exec(path.trim())?.[1] ?? null;
}

/** The hint at how to read the rest of an output, and the effect that records where it is stored. */
export interface KeptOutput {
  note: string;
  effect: ToolEffect;
}

/** Stores an output of which the result shows only a part. Returns null if nothing needs to be stored, or if it cannot be. */
export async function keepOutput(whole: string | null, { outputs, session }: ToolContext): Promise<KeptOutput | null> {
  if (whole === null || outputs === undefined) return null;
  const name = `devonz:output/${(session?.keptOutputs().size ?? 0) + 1}`;
  const hash = await outputs.keep(whole);
  const lineCount = linesOf(whole).length;
  const note = `All ${lineCount} lines are in ${name}, which devonz_read_file reads by lines.`;
  return { note, effect: { type: 'output-kept', name, hash, lineCount } };
}
