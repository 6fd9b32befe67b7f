import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import type { ToolFailure } from '../agent/contract/tool-definition.ts';
import { printOutput } from '../agent/results/print-output.ts';
import type { JsonValue } from '../protocol/message.ts';
import type { ToolErrorCode } from '../protocol/tool-call.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import type { Workspace, WorkspacePath } from '../runtime/types.ts';
import { decodeText, encodeText, linesOf } from '../search/text-file.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { changedLines } from './files/changed-lines.ts';
import { applyEdits, type EditOutcome, offsetsOf, type TextEdit } from './files/edit-ladder.ts';
import { fileToChange, nearestHint } from './files/file-to-change.ts';
import { matchLines } from './files/match-lines.ts';
import { applyEditsAsMeant, type ReadEdits } from './files/near-miss.ts';
import { lineCountText } from './files/numbered-lines.ts';
import { writeGuards } from './files/write-guards.ts';
import { PROJECT_PATH, REASONING, shownOnly, takenOnly } from './shown-only.ts';

const schema = z.object({
  path: z.string().min(1).meta(PROJECT_PATH),
  reasoning: z.string().max(4_000).optional().meta(REASONING),
  edits: z
    .array(
      z
        .object({
          find: z.string().describe('Exactly as in the file, with enough lines to occur once'),
          replace: z.string(),
          all: z.boolean().optional().meta(shownOnly('Replace every match')),
          afterLine: z.number().int().min(0).optional().meta(takenOnly('With an empty find: insert after this line')),
        })
        .refine(({ find, afterLine }) => afterLine === undefined || find === '', 'give either "find" or "afterLine"'),
    )
    .min(1)
    .max(100)
    .meta(shownOnly('In order, all or none')),
});

export const editFileTool = defineTool({
  name: TOOL_NAMES.editFile,
  kind: 'write',
  description: 'Replace exact texts in a file, all edits or none.',
  schema,
  mainArguments: ['edits', 'path'],
  writes: ({ path }) => [path],
  print: printEdit,
  async plan({ path, edits }, { workspace }) {
    const edited = await editedFile(path, edits, workspace);
    if ('ok' in edited) return edited;
    return {
      ok: true,
      intent: {
        kind: 'change' as const,
        summary: `edit ${edited.path}`,
        changes: [{ path: edited.path, before: edited.bytes, after: encodeText(edited.after) }] as const,
        guards: writeGuards(edited.before, edited.after),
      },
    };
  },
  async run({ edits }, { workspace }, { changes: [{ path, before, after }] }) {
    await workspace.writeFile(path, after);
    const [textBefore, textAfter] = [decodeText(before) ?? '', decodeText(after) ?? ''];
    const { notes } = applyAsMeant(path, textBefore, edits);
    const lineCount = linesOf(textAfter).length;
    const changed = isSecretPath(path) ? '' : changedLines(textBefore, textAfter);
    return {
      ok: true,
      output: {
        path,
        edits: edits.length,
        bytesWritten: after.length,
        created: false,
        lineCount,
        ...(changed === '' ? {} : { changed }),
        ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
      },
      effects: [{ type: 'file-modified', path }],
    };
  },
});

interface EditedFile {
  path: WorkspacePath;
  bytes: Uint8Array;
  before: string;
  after: string;
}

async function editedFile(path: string, edits: readonly TextEdit[], workspace: Workspace): Promise<EditedFile | ToolFailure> {
  const file = await fileToChange(path, workspace);
  if (!file.ok) return file;
  const { path: target, bytes, text: before } = file;
  const { outcome, hint } = applyAsMeant(target, before, edits);
  if (!outcome.ok) return failure(CODES[outcome.code], explain({ path, text: before, hint }, edits, outcome));
  return { path: target, bytes, before, after: outcome.content };
}

/** For secret files, only the exact text is searched, because the model must not learn their content. */
function applyAsMeant(path: string, text: string, edits: readonly TextEdit[]): ReadEdits {
  return isSecretPath(path) ? { outcome: applyEdits(text, edits), notes: [], hint: null } : applyEditsAsMeant(text, edits);
}

const CODES: Readonly<Record<Extract<EditOutcome, { ok: false }>['code'], ToolErrorCode>> = {
  empty_find: 'bad_arguments',
  no_line: 'bad_arguments',
  not_found: 'no_match',
  ambiguous: 'many_matches',
  no_change: 'no_change',
};

interface NotEdited {
  path: string;
  text: string;
  hint: string | null;
}

function explain({ path, text, hint }: NotEdited, edits: readonly TextEdit[], outcome: Extract<EditOutcome, { ok: false }>): string {
  const which = edits.length === 1 ? 'The edit' : `Edit ${outcome.edit + 1} of ${edits.length}`;
  const nothing = 'Nothing was written.';
  switch (outcome.code) {
    case 'empty_find':
      return `${which} has an empty "find". ${nothing}`;
    case 'no_change':
      return `${which} changes nothing in ${path}: the text is already so. ${nothing}`;
    case 'ambiguous':
      return `${which} matches ${outcome.count} places in ${path}${placesText(text, edits[outcome.edit]?.find ?? '', outcome.count)}. Give more lines around it so that it matches one, or set "all". ${nothing}`;
    case 'no_line':
      return `${which} is after line ${edits[outcome.edit]?.afterLine}, but ${path} has ${outcome.count === 1 ? '1 line' : `${outcome.count} lines`}. ${nothing}`;
    case 'not_found': {
      const other = hint === null ? '' : ` ${hint}`;
      return `${which} was not found in ${path}.${other} ${nothing} ${nearestHint(path, text, edits[outcome.edit]?.find ?? '')}`;
    }
  }
}

/** The edits before it in the call may have made or removed places; then those of the file are not the ones that are meant. */
function placesText(text: string, find: string, count: number): string {
  const offsets = find === '' ? [] : offsetsOf(text, find);
  return offsets.length === count ? matchLines(text, offsets) : '';
}

/** The shown lines already say everything that the counts say. */
function printEdit(output: JsonValue): string {
  const fields = fieldsOf(output);
  const [path, changed, note] = ['path', 'changed', 'note'].map((name) => fields.get(name));
  if (typeof path !== 'string' || typeof changed !== 'string') return printOutput(output);
  const lineCount = fields.get('lineCount');
  const lines = typeof lineCount === 'number' ? `, ${lineCountText(lineCount)} now` : '';
  return [`Changed ${path}${lines}:`, changed, ...(typeof note === 'string' ? [note] : [])].join('\n');
}
