import { type ScreenText, screenText } from '../../runtime/terminal-screen.ts';
import type { OmittedOutput, TextPart } from '../../runtime/types.ts';
import { type CutOutput, cutOutput } from './command-output.ts';

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
}

/** Returns the part of an output that a model is shown, with the positions of standard error in it. */
export function shownStreams({ output, omitted, errorParts }: PrintedOutput): ShownStreams {
  const at = omitted?.at ?? output.length;
  const show = (from: number, to: number): ScreenText => {
    const within = (errorParts ?? []).map((part) => ({ from: Math.max(part.from, from) - from, to: Math.min(part.to, to) - from }));
    return screenText(
      output.slice(from, to),
      within.filter((part) => part.from < part.to),
    );
  };
  const head = show(0, at);
  const tail = omitted === undefined ? head : show(at, output.length);
  const cut = cutOutput(head.text, omitted === undefined ? undefined : { ...omitted, tail: tail.text });
  const shown = cut.head + cut.statement + cut.tail;
  if (errorParts === undefined) return { output: shown, errorParts: null };
  return { output: shown, errorParts: joinParts([...headParts(cut, head), ...tailParts(cut, tail)]) };
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

function headParts(cut: CutOutput, { errorParts }: ScreenText): TextPart[] {
  return errorParts.map(({ from, to }) => ({ from, to: Math.min(to, cut.head.length) }));
}

function tailParts(cut: CutOutput, { text, errorParts }: ScreenText): TextPart[] {
  if (cut.tail === '') return [];
  const start = text.length - cut.tail.length;
  const shift = cut.head.length + cut.statement.length - start;
  return errorParts.map(({ from, to }) => ({ from: Math.max(from, start) + shift, to: to + shift }));
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
