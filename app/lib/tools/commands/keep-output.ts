import type { ToolContext } from '../../agent/contract/tool-definition.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { linesOf } from '../../search/text-file.ts';

/** No path of a project begins so. */
const KEPT_PATH = /^\/?(devonz:output\/\d+)$/;

/** The path of a kept output in a call's argument, or null if it names something else. */
export function keptOutputPath(path: string): string | null {
  return KEPT_PATH.exec(path.trim())?.[1] ?? null;
}

/** How the rest of an output is read, and the effect that remembers where it is. */
export interface KeptOutput {
  note: string;
  effect: ToolEffect;
}

/** Stores an output of which the result shows a part. Null if there is nothing to store, or no place. */
export async function keepOutput(whole: string | null, { outputs, session }: ToolContext): Promise<KeptOutput | null> {
  if (whole === null || outputs === undefined) return null;
  const name = `devonz:output/${(session?.keptOutputs().size ?? 0) + 1}`;
  const hash = await outputs.keep(whole);
  const lineCount = linesOf(whole).length;
  const note = `All ${lineCount} lines are in ${name}, which devonz_read_file reads by lines.`;
  return { note, effect: { type: 'output-kept', name, hash, lineCount } };
}
