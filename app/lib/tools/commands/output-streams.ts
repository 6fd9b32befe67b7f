import { type ScreenText, screenText } from '../../runtime/terminal-screen.ts';
import type { OmittedOutput, TextPart } from '../../runtime/types.ts';
import { linesOf } from '../../search/text-file.ts';
import { cutOutput, type OutputGap, type OutputPiece } from './command-output.ts';
import { NOTICES } from './quiet-lines.ts';

/** Characters of each stream sent to the model in addition to the whole output. */
const STREAM_LIMIT = 2_000;

interface PrintedOutput {
  output: string;
  omitted?: OmittedOutput;
  errorParts?: readonly TextPart[];
}

export interface ShownStreams {
  /** The output shown to a model, with both streams in printing order. */
  output: string;
  /** The parts of `output` that are standard error; null if the host cannot distinguish them. */
  errorParts: TextPart[] | null;
  /** The text from which `output` was taken, if it is longer. It states itself which part the host no longer has. */
  whole: string | null;
  /** The lines that were printed, if `output` does not have them all. */
  lineCount: number | null;
}

/** Returns the part of an output that a model is shown, with the positions of standard error in it. */
export function shownStreams({ output, omitted, errorParts }: PrintedOutput): ShownStreams {
  const at = omitted?.at ?? output.length;
  const show = (from: number, to: number): ScreenText => {
    const within = (errorParts ?? []).map((part) => ({ from: Math.max(part.from, from) - from, to: Math.min(part.to, to) - from }));
    const screen = screenText(
      output.slice(from, to),
      within.filter((part) => part.from < part.to),
    );
    return partsOf(screen, piecesBetween(screen.text, NOTICES));
  };
  const head = show(0, at);
  const tail = omitted === undefined ? { text: '', errorParts: [] } : show(at, output.length);
  const text = head.text + tail.text;
  const gap = omitted === undefined ? undefined : { ...omitted, at: head.text.length };
  const parts = [...head.errorParts, ...tail.errorParts.map((part) => shifted(part, head.text.length))];
  const cut = partsOf({ text, errorParts: parts }, cutOutput(text, gap));
  const isKept = gap === undefined || gap.characters === 0;
  const whole = cut.text === text && isKept ? null : `${head.text}${isKept ? '' : gapLine(gap)}${tail.text}`;
  const lineCount = cut.text === text && gap === undefined ? null : linesOf(text).length + (gap?.lines ?? 0);
  return { output: cut.text, errorParts: errorParts === undefined ? null : cut.errorParts, whole, lineCount };
}

function gapLine({ characters, lines }: OutputGap): string {
  return `\n[… ${characters} characters, ${lines} lines, are not kept …]\n`;
}

/** The selected pieces of a text, with the positions of standard error in them. */
function partsOf({ text, errorParts }: ScreenText, pieces: readonly OutputPiece[]): ScreenText {
  let output = '';
  const parts: TextPart[] = [];
  for (const piece of pieces) {
    if (piece.type === 'statement') {
      output += piece.text;
      continue;
    }
    const { from, to } = piece;
    const within = errorParts.map((part) => ({ from: Math.max(part.from, from), to: Math.min(part.to, to) }));
    for (const part of within) if (part.from < part.to) parts.push(shifted(part, output.length - from));
    output += text.slice(from, to);
  }
  return { text: output, errorParts: joinParts(parts) };
}

function piecesBetween(text: string, pattern: RegExp): OutputPiece[] {
  const found = [...text.matchAll(pattern)];
  const starts = [0, ...found.map(({ 0: match, index }) => index + match.length)];
  return starts.map((from, at) => ({ type: 'kept', from, to: found[at]?.index ?? text.length }));
}

function shifted({ from, to }: TextPart, by: number): TextPart {
  return { from: from + by, to: to + by };
}

/** Returns each stream separately. */
export function splitStreams(output: string, errorParts: readonly TextPart[]): { stdout: string; stderr: string } {
  let [stdout, stderr, end] = ['', '', 0];
  for (const { from, to } of errorParts) {
    stdout += output.slice(end, from);
    stderr += output.slice(from, to);
    end = to;
  }
  return { stdout: stdout + output.slice(end), stderr };
}

/**
 * Returns the fields of a result: each stream if both may have been used, otherwise none, since `output` is enough. `merged` means that the
 * streams cannot be distinguished.
 */
export function streamFields({ output, errorParts }: ShownStreams) {
  if (errorParts === null) return { streams: 'merged' };
  if (errorParts.length === 0) return { stderr: '' };
  const { stdout, stderr } = splitStreams(output, errorParts);
  return { stdout: endOf(stdout), stderr: endOf(stderr) };
}

function endOf(text: string): string {
  if (text.length <= STREAM_LIMIT) return text;
  const from = text.length - STREAM_LIMIT;
  const lineEnd = text.indexOf('\n', from);
  const start = lineEnd === -1 || lineEnd - from > 400 ? from : lineEnd + 1;
  return `[… ${start} characters before this are in output …]\n${text.slice(start)}`;
}

function joinParts(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.from >= part.to) continue;
    if (last?.to === part.from) last.to = part.to;
    else joined.push({ ...part });
  }
  return joined;
}
