import type { ShownScript } from '../../protocol/tool-call.ts';

/** The key by which the conversation keeps the text of a script that an approval card has shown. */
export function shownScriptKey({ run, of }: Pick<ShownScript, 'run' | 'of'>): string {
  return `${of}\n${run}`;
}
