import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import type { ToolContext, ToolPlan, ToolResult } from '../agent/contract/tool-definition.ts';
import { leftOut, resultText } from '../agent/history/left-out.ts';
import { printOutput } from '../agent/results/print-output.ts';
import type { JsonValue } from '../protocol/message.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { decodeText, linesOf } from '../search/text-file.ts';
import { keptOutputPath } from './commands/keep-output.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { keysIn } from './files/keys-in.ts';
import { lineCountText, numberedLines } from './files/numbered-lines.ts';
import { fileArgument } from './files/path-argument.ts';
import { PROJECT_PATH, shownOnly } from './shown-only.ts';

/** Limit for a file that is read without a range. */
const WHOLE = { lines: 600, characters: 24_000 };
/** Limit for a range that the model has named. */
const RANGE = { lines: 2_000, characters: 100_000 };
/** How many characters of a line are shown that is too long to be shown whole; no range of lines continues inside a line. */
const LINE_BEGIN = 2_000;

const schema = z.object({
  path: z.string().min(1).meta(PROJECT_PATH),
  startLine: z.number().int().min(1).optional().describe('1-indexed'),
  endLine: z.number().int().min(1).optional().describe('Inclusive'),
  numbered: z.boolean().optional().meta(shownOnly('false: bare lines')),
});

export const readFileTool = defineTool({
  name: TOOL_NAMES.readFile,
  kind: 'read',
  description: 'Read a text file or some of its lines. A long one is cut and says how to continue.',
  schema,
  stub: readStub,
  print: printRead,
  async plan({ path }, { workspace }): Promise<ToolPlan> {
    if (keptOutputPath(path) !== null) return { ok: true, intent: { kind: 'read', paths: [] } };
    const target = fileArgument(path, workspace.projectRoot());
    if (!target.ok) return target;
    return { ok: true, intent: { kind: 'read', paths: [target.path], keysIn: await keysIn(workspace, target.path) } };
  },
  async run({ path, startLine, endLine }, context) {
    const { workspace } = context;
    const kept = keptOutputPath(path);
    if (kept !== null) return readKept(kept, { startLine, endLine }, context);
    const read = fileArgument(path, workspace.projectRoot());
    if (!read.ok) return read;
    const { path: target } = read;
    const kind = await workspace.kindOf(target);
    if (kind === null) return failure('not_found', `${path} does not exist. devonz_list_directory shows what does.`);
    if (kind === 'directory') return failure('failed', `${path} is a folder. Use devonz_list_directory.`);
    const bytes = await workspace.readFile(target);
    const text = decodeText(bytes);
    if (text === null) return failure('failed', `${path} is a binary file of ${bytes.length} bytes; it cannot be read as text.`);
    return readText(target, text, { startLine, endLine });
  },
});

interface Asked {
  startLine: number | undefined;
  endLine: number | undefined;
}

async function readKept(name: string, asked: Asked, { outputs, session }: ToolContext): Promise<ToolResult> {
  const hash = session?.keptOutputs().get(name);
  const text = hash === undefined ? null : ((await outputs?.read(hash)) ?? null);
  if (text === null) return failure('not_found', `${name} is not kept. Run the command again, with its output narrowed.`);
  return readText(name, text, asked);
}

function readText(path: string, text: string, { startLine, endLine }: Asked): ToolResult {
  const lines = linesOf(text);
  const isRange = startLine !== undefined || endLine !== undefined;
  const isWhole = !isRange && lines.length <= WHOLE.lines && text.length <= WHOLE.characters;
  if (isWhole || lines.length === 0) return { ok: true, output: { path, content: text, lineCount: lines.length }, effects: [] };
  return cutToRange(path, lines, { startLine: startLine ?? 1, endLine: endLine ?? lines.length, most: isRange ? RANGE : WHOLE });
}

interface Range {
  startLine: number;
  endLine: number;
  most: { lines: number; characters: number };
}

function cutToRange(path: string, lines: readonly string[], { startLine, endLine, most }: Range): ToolResult {
  if (startLine > lines.length) {
    return failure('bad_arguments', `${path} has ${lines.length} lines; startLine ${startLine} is after its end.`);
  }
  if (endLine < startLine) return failure('bad_arguments', `endLine ${endLine} is before startLine ${startLine}.`);
  const last = Math.min(endLine, lines.length, startLine + most.lines - 1);
  const kept: string[] = [];
  let characters = 0;
  let isLineCut = false;
  for (let number = startLine; number <= last; number++) {
    const line = lines[number - 1] ?? '';
    characters += line.length + 1;
    if (characters > most.characters) {
      isLineCut = kept.length === 0;
      if (isLineCut) kept.push(`${line.slice(0, LINE_BEGIN).toWellFormed()} [line cut: it has ${line.length} characters]`);
      break;
    }
    kept.push(line);
  }
  const shownEnd = startLine + kept.length - 1;
  const isCut = shownEnd < Math.min(endLine, lines.length);
  const notes = [
    ...(isLineCut ? [cutLineNote(path, startLine, lines.length)] : []),
    ...(isCut ? [`Lines ${startLine}-${shownEnd} of ${lines.length}. Read on with startLine ${shownEnd + 1}.`] : []),
  ];
  return {
    ok: true,
    output: {
      path,
      content: kept.join('\n'),
      lineCount: lines.length,
      startLine,
      endLine: shownEnd,
      ...(isCut || isLineCut ? { truncated: true } : {}),
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    },
    effects: [],
  };
}

function cutLineNote(path: string, number: number, lineCount: number): string {
  const begin = `The first ${LINE_BEGIN} characters of line ${number} are shown`;
  const cut = `cut -c ${LINE_BEGIN + 1}-${LINE_BEGIN * 3}`;
  if (keptOutputPath(path) !== null) return `${begin}; run the command again with "| ${cut}" for what follows.`;
  const file = /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  const command = lineCount === 1 ? `${cut} ${file}` : `sed -n ${number}p ${file} | ${cut}`;
  const json = /\.(?:json|geojson|map)$/.test(path) ? ', and jq reads parts of it' : '';
  return `${begin}. The command "${command}" reads on${json}.`;
}

/** Numbered like `cat -n`, so that a model can name lines without counting them. */
function printRead(output: JsonValue, input: JsonValue): string {
  const fields = fieldsOf(output);
  const [path, content, note] = ['path', 'content', 'note'].map((name) => fields.get(name));
  if (typeof path !== 'string' || typeof content !== 'string') return printOutput(output);
  const first = fields.get('startLine') ?? 1;
  const count = fields.get('lineCount');
  const asked = fieldsOf(input).get('numbered');
  const isPlain = asked === false || isNumberedAlready(note) || typeof first !== 'number';
  const end = fields.get('endLine');
  const range = end === undefined ? '' : `lines ${resultText(first)}-${resultText(end)} of ${resultText(count ?? '?')}`;
  const whole = typeof count === 'number' ? lineCountText(count) : 'text';
  const head = `${path}, ${range || whole}:`;
  if (content === '') return `${path} is empty.`;
  const text = isPlain ? content : numberedLines(linesOf(content), first);
  return [head, text, ...(typeof note === 'string' ? [note] : [])].join('\n');
}

/** Results of older versions contain the line numbers, and say so. */
function isNumberedAlready(note: JsonValue | undefined): boolean {
  return typeof note === 'string' && note.includes('The number, the colon and the blank');
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
