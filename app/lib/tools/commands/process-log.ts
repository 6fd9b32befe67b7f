import type { ToolContext } from '../../agent/contract/tool-definition.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { screenText } from '../../runtime/terminal-screen.ts';
import type { ProcessLog } from '../../runtime/types.ts';
import { failureDigest } from './command-output.ts';
import { keepOutput } from './keep-output.ts';

export const MAX_TAIL = 2_000;
/** Characters of a log sent to the model, newest first. */
const MAX_CHARACTERS = 20_000;

/** The part of a log that an answer shows, where the rest is, and the failures in it. */
export interface ShownLog {
  /** A digest of the failures of a run that has ended, if the lines do not contain them all. */
  failures?: string;
  log: string;
  shown: string;
  note?: string;
}

export interface LogAnswer<Fields> {
  fields: Fields;
  effects: ToolEffect[];
}

type EndedLog = ProcessLog & { exitCode: number | null };

/** Returns the last lines, with the exact range shown and where all of them are. */
export async function shownLog(log: EndedLog, tail: number, context: ToolContext): Promise<LogAnswer<ShownLog>> {
  const { dropped, droppedLines } = log;
  const lines = screenText(log.text).text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const total = droppedLines + lines.length;
  let wanted = lines.slice(-tail);
  let length = wanted.reduce((sum, line) => sum + line.length + 1, 0);
  while (length > MAX_CHARACTERS && wanted.length > 1) {
    length -= (wanted[0]?.length ?? 0) + 1;
    wanted = wanted.slice(1);
  }
  const first = total - wanted.length + 1;
  const isCut = length > MAX_CHARACTERS;
  const kept = isCut || first > 1 ? await keepOutput(wholeLog(log), context) : null;
  const gone = dropped === 0 ? [] : [`The first ${dropped} characters (up to line ${droppedLines + 1}) are no longer kept.`];
  const more = first > droppedLines + 1 ? [`A larger tail (at most ${MAX_TAIL}) shows more.`] : [];
  const notes = [
    ...(isCut ? [`Of line ${total} only the last ${MAX_CHARACTERS} characters are shown.`] : []),
    ...(kept === null ? [...more, ...gone] : [kept.note]),
  ];
  return {
    fields: {
      ...failuresIn(log, wanted.length),
      // Shortens a single line that is still too long.
      log: wanted.join('\n').slice(-MAX_CHARACTERS),
      shown: total === 0 ? 'It has printed nothing.' : `lines ${first} to ${total} of ${total}`,
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    },
    effects: kept === null ? [] : [kept.effect],
  };
}

/** Returns what was printed since a moment; of too much of it the end, with the place of the whole log. */
export async function shownSince(
  printed: string,
  log: EndedLog,
  context: ToolContext,
): Promise<LogAnswer<{ printedSince: string; cut: string | null }>> {
  const failures = (shown: string) => failuresIn(log, shown.split('\n').length);
  if (printed.length <= MAX_CHARACTERS) return { fields: { ...failures(printed), printedSince: printed, cut: null }, effects: [] };
  const end = printed.slice(-MAX_CHARACTERS);
  const shown = end.slice(end.indexOf('\n') + 1).toWellFormed();
  const kept = await keepOutput(wholeLog(log), context);
  const cut = `Of what it printed since, the last ${shown.length} characters are shown. ${kept?.note ?? 'Action "logs" shows more.'}`;
  return { fields: { ...failures(shown), printedSince: shown, cut }, effects: kept === null ? [] : [kept.effect] };
}

/** Everything that is kept of a log, as a terminal shows it; states itself what is not kept. */
function wholeLog({ head, text, dropped, droppedLines }: ProcessLog): string {
  const end = screenText(text).text;
  if (dropped === 0) return end;
  const begin = screenText(head ?? '').text;
  const gap = `[… ${dropped - (head ?? '').length} characters up to line ${droppedLines + 1} are not kept …]`;
  return `${begin}\n${gap}\n${end}`;
}

/** A run that ended in the background fails like one that was awaited: with its failures by name, place and message. */
function failuresIn({ text, exitCode }: { text: string; exitCode: number | null }, shownLines: number): { failures?: string } {
  if (exitCode === null || exitCode === 0) return {};
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const failures = failureDigest(lines, lines.length - shownLines);
  return failures === '' ? {} : { failures };
}
