import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import type { ToolResult } from '../agent/contract/tool-definition.ts';
import { leftOut, resultText } from '../agent/history/left-out.ts';
import type { JsonValue } from '../protocol/message.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { decodeText, linesOf } from '../search/text-file.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { keysIn } from './files/keys-in.ts';
import { fileArgument } from './files/path-argument.ts';

/** Maximum part of a file sent to the model at once. */
const MAX_LINES = 2_000;
const MAX_CHARACTERS = 100_000;

const schema = z.object({
  path: z.string().min(1).describe('File path relative to the project root'),
  startLine: z.number().int().min(1).optional().describe('First line to read, 1-indexed'),
  endLine: z.number().int().min(1).optional().describe('Last line to read, inclusive'),
  numbered: z.boolean().optional().describe('Put its number before each line'),
});

export const readFileTool = defineTool({
  name: TOOL_NAMES.readFile,
  kind: 'read',
  description:
    'Read a text file of the project, whole or a range of lines. Long files are cut; the result says which lines you have and how to get the rest.',
  schema,
  stub: readStub,
  async plan({ path }, { workspace }) {
    const target = fileArgument(path);
    if (!target.ok) return target;
    return { ok: true, intent: { kind: 'read', paths: [target.path], keysIn: await keysIn(workspace, target.path) } };
  },
  async run({ path, startLine, endLine, numbered = false }, { workspace }) {
    const read = fileArgument(path);
    if (!read.ok) return read;
    const { path: target } = read;
    const kind = await workspace.kindOf(target);
    if (kind === null) return failure('not_found', `${path} does not exist. devonz_list_directory shows what does.`);
    if (kind === 'directory') return failure('failed', `${path} is a folder. Use devonz_list_directory.`);
    const bytes = await workspace.readFile(target);
    const text = decodeText(bytes);
    if (text === null) return failure('failed', `${path} is a binary file of ${bytes.length} bytes; it cannot be read as text.`);
    const lines = linesOf(text);
    const isWhole = startLine === undefined && endLine === undefined && lines.length <= MAX_LINES && text.length <= MAX_CHARACTERS;
    if ((isWhole && !numbered) || lines.length === 0) {
      return { ok: true, output: { path: target, content: text, lineCount: lines.length }, effects: [] };
    }
    return cutToRange(target, lines, { startLine: startLine ?? 1, endLine: endLine ?? lines.length, numbered });
  },
});

interface Range {
  startLine: number;
  endLine: number;
  numbered: boolean;
}

function cutToRange(path: string, lines: readonly string[], { startLine, endLine, numbered }: Range): ToolResult {
  if (startLine > lines.length) {
    return failure('bad_arguments', `${path} has ${lines.length} lines; startLine ${startLine} is after its end.`);
  }
  if (endLine < startLine) return failure('bad_arguments', `endLine ${endLine} is before startLine ${startLine}.`);
  const last = Math.min(endLine, lines.length, startLine + MAX_LINES - 1);
  const kept: string[] = [];
  let characters = 0;
  let isLineCut = false;
  for (let number = startLine; number <= last; number++) {
    const line = lines[number - 1] ?? '';
    characters += line.length + 1;
    if (characters > MAX_CHARACTERS) {
      isLineCut = kept.length === 0;
      if (isLineCut) kept.push(`${line.slice(0, MAX_CHARACTERS)} [line cut: it has ${line.length} characters]`);
      break;
    }
    kept.push(line);
  }
  const shownEnd = startLine + kept.length - 1;
  const isCut = shownEnd < Math.min(endLine, lines.length);
  const notes = [
    ...(isCut ? [`Lines ${startLine}-${shownEnd} of ${lines.length}. Read on with startLine ${shownEnd + 1}.`] : []),
    ...(numbered ? ['The number, the colon and the blank before each line are not in the file.'] : []),
  ];
  return {
    ok: true,
    output: {
      path,
      content: kept.map((line, index) => (numbered ? `${startLine + index}: ${line}` : line)).join('\n'),
      lineCount: lines.length,
      startLine,
      endLine: shownEnd,
      ...(isCut || isLineCut ? { truncated: true } : {}),
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    },
    effects: [],
  };
}

function readStub(result: JsonValue, argument: JsonValue): JsonValue {
  const [output, input] = [fieldsOf(result), fieldsOf(argument)];
  const path = resultText(output.get('path') ?? input.get('path') ?? '');
  const content = resultText(output.get('content') ?? '');
  const count = output.get('lineCount');
  const startLine = resultText(output.get('startLine') ?? 1);
  const endLine = output.get('endLine') ?? count ?? null;
  const end = endLine === null ? '' : resultText(endLine);
  const lines = endLine === null ? '' : `, lines ${startLine}-${end}${typeof count === 'number' ? ` of ${count}` : ''}`;
  const range = endLine === null ? '' : `, startLine ${startLine} and endLine ${end}`;
  return {
    path,
    stub: `The content of ${path}${lines} is not shown: ${leftOut(content)} Call ${TOOL_NAMES.readFile} with path ${JSON.stringify(path)}${range} for how it is now.`,
  };
}
