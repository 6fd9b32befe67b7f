import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import { hunksOf } from '../agent/calls/hunks.ts';
import { printOutput } from '../agent/results/print-output.ts';
import type { JsonValue } from '../protocol/message.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { decodeText, encodeText, linesOf } from '../search/text-file.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { lineCountText } from './files/numbered-lines.ts';
import { fileArgument } from './files/path-argument.ts';
import { staleGuards, writeGuards } from './files/write-guards.ts';
import { PROJECT_PATH, REASONING } from './shown-only.ts';

const schema = z.object({
  path: z.string().min(1).meta(PROJECT_PATH),
  reasoning: z.string().max(4_000).optional().meta(REASONING),
  content: z.string().describe('Complete, no placeholders'),
});

export const writeFileTool = defineTool({
  name: TOOL_NAMES.writeFile,
  kind: 'write',
  description: 'Create a file, or replace all of one; folders are made.',
  schema,
  mainArguments: ['content', 'path'],
  print: printWritten,
  writes: ({ path }) => [path],
  async plan({ path, content }, { workspace, session }) {
    const read = fileArgument(path, workspace.projectRoot());
    if (!read.ok) return read;
    const { path: target } = read;
    const kind = await workspace.kindOf(target);
    if (kind === 'directory') return failure('failed', `${path} is a folder; a file cannot be written there.`);
    const before = kind === 'file' ? await workspace.readFile(target) : null;
    const beforeText = before === null ? null : decodeText(before);
    const text = asTheFileHasIt(content, beforeText).text;
    return {
      ok: true,
      intent: {
        kind: 'change' as const,
        summary: before === null ? `create ${target}` : `replace ${target}`,
        changes: [{ path: target, before, after: encodeText(text) }] as const,
        guards: [...writeGuards(beforeText, text), ...(before === null ? [] : staleGuards(target, workspace, session))],
      },
    };
  },
  async run({ content }, { workspace }, { changes: [{ path, before, after }] }) {
    if (before !== null && sameBytes(before, after)) {
      const note = 'The file had exactly this content already; nothing was written.';
      return {
        ok: true,
        output: { path, bytesWritten: 0, created: false, unchanged: true, note },
        effects: [{ type: 'file-unchanged', path }],
      };
    }
    await workspace.writeFile(path, after);
    return {
      ok: true,
      output: {
        path,
        bytesWritten: after.length,
        created: before === null,
        lineCount: linesOf(content).length,
        ...(before === null ? {} : { replaced: replacedSize(before), ...notesOn(decodeText(before), content) }),
      },
      effects: [before === null ? { type: 'file-created', path } : { type: 'file-modified', path, isWhole: true }],
    };
  },
  liveFile: ({ path, content }) => (path === undefined || content === undefined ? null : { path, content }),
});

function printWritten(output: JsonValue): string {
  const { path, created, unchanged, lineCount, replaced, note, ...others } = Object.fromEntries(fieldsOf(output));
  // A result with further fields is printed in full.
  const isPlain = Object.keys(others).every((name) => name === 'bytesWritten');
  if (typeof path !== 'string' || !isPlain) return printOutput(output);
  const size = typeof lineCount === 'number' ? ` with ${lineCountText(lineCount)}` : '';
  const done =
    created === true
      ? `Created ${path}${size}.`
      : `Replaced ${path}${size}${replaced === undefined ? '' : `, in place of ${String(replaced)}`}.`;
  return [...(unchanged === true ? [] : [done]), ...(typeof note === 'string' ? [note] : [])].join('\n');
}

const BYTE_ORDER_MARK = '\ufeff';

/** Keeps the byte order mark and line endings of the replaced file, which models do not see when reading; `kept` describes them. */
function asTheFileHasIt(content: string, before: string | null): { text: string; kept: readonly string[] } {
  if (before === null || content === '') return { text: content, kept: [] };
  const hasMark = before.startsWith(BYTE_ORDER_MARK) && !content.startsWith(BYTE_ORDER_MARK);
  // Only if all line endings of the file are CRLF and the model has not chosen its own.
  const isCrlf = before.includes('\r\n') && !/(?:^|[^\r])\n/.test(before) && !content.includes('\r') && content.includes('\n');
  const text = isCrlf ? content.replaceAll('\n', '\r\n') : content;
  const kept = [...(hasMark ? ['its byte order mark'] : []), ...(isCrlf ? ['its line ends (CRLF)'] : [])];
  return { text: hasMark ? BYTE_ORDER_MARK + text : text, kept };
}

function notesOn(before: string | null, content: string): { note?: string } {
  const { text, kept } = asTheFileHasIt(content, before);
  const { note } = editNote(before, text);
  const notes = [...(kept.length === 0 ? [] : [`The file keeps ${kept.join(' and ')}.`]), ...(note === undefined ? [] : [note])];
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

/** Describes the replaced content, so that a model notices if it discarded more than intended. */
function replacedSize(before: Uint8Array): string {
  const text = decodeText(before);
  return text === null ? `a binary file of ${before.length} bytes` : `${linesOf(text).length} lines`;
}

/** From this number of lines on, an edit is recommended if a smaller share of them changes. */
const LONG_FILE = 40;
const SMALL_SHARE = 0.25;

/** Recommends an edit to a model that has rewritten a whole file for a few changed lines. */
function editNote(before: string | null, after: string): { note?: string } {
  const total = before === null ? 0 : linesOf(before).length;
  if (before === null || total < LONG_FILE) return {};
  const changed = hunksOf(before, after).reduce((sum, { removed, added }) => sum + Math.max(removed.length, added.length), 0);
  if (changed > total * SMALL_SHARE) return {};
  const note = `Only ${changed} of ${total} lines changed. Change parts of a file with ${TOOL_NAMES.editFile} or ${TOOL_NAMES.applyPatch}: writing all of it again costs the user time and money, and may lose lines.`;
  return { note };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
