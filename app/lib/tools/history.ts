import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { z } from 'zod';
import type { ToolContext, ToolFailure, ToolIntent, ToolResult } from '../agent/contract/tool-definition.ts';
import type { FileVersions } from '../agent/contract/tool-ports.ts';
import type { WorkspacePath } from '../runtime/types.ts';
import { decodeText } from '../search/text-file.ts';
import { holdsKey } from '../secrets/key-shapes.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { keysIn } from './files/keys-in.ts';
import { linkOnTheWay } from './files/link-on-the-way.ts';
import { fileArgument } from './files/path-argument.ts';
import { comparedTexts, diffOfAll, diffOfFile } from './history/diff-past.ts';
import { LINE_RANGE, lineRange } from './history/line-range.ts';
import { listSteps, listVersions } from './history/list-past.ts';
import { pastSide } from './history/past-side.ts';
import { planRestore, type RestoreIntent } from './history/plan-restore.ts';
import { printHistory } from './history/print-history.ts';
import { readPast } from './history/read-past.ts';
import { runRestore } from './history/run-restore.ts';
import { rarelyGiven, shownOnly } from './shown-only.ts';

const schema = z.object({
  action: z.enum(['list', 'read', 'diff', 'restore']).optional().meta(shownOnly('Without it: "read" where a time is named, else "list"')),
  path: z.string().min(1).optional().meta(shownOnly('The file may be gone by now')),
  version: z.number().int().min(0).optional().meta(shownOnly('From the list of the file')),
  before: z.string().min(1).optional().describe('"this task", "last edit", "2 steps ago", "change 3" or a label'),
  to: z.number().int().min(0).optional().meta(rarelyGiven('For diff: a version, in place of the file as it is now')),
  lines: z.string().regex(LINE_RANGE, 'write "10" or "10-20"').optional().describe('"10-20": only these'),
});
type Input = z.output<typeof schema>;
type HistoryIntent = Extract<ToolIntent, { kind: 'read' }> | RestoreIntent;

const NOTHING_KEPT = 'No versions of files are kept here.';

/** Reads old versions under the same guards as the current file. Restoring one is a change like any other. */
export const historyTool = defineTool({
  name: 'devonz_history',
  kind: 'read',
  kindOf: (input) => (actionOf(input) === 'restore' ? 'write' : 'read'),
  rare: {
    about: 'undo, diff, old versions',
    signs: {
      words:
        /\b(?:undo|revert|restore|roll(?:ed|ing)? ?back|go(?:es)? back to|(?:old|earlier|previous)(?:er)? version|rückgängig|wiederherstell|zurücksetz)/i,
    },
  },
  description:
    'Undo. list: your changes, or the versions of path. read: a file as it was. diff: since this task began, or before. restore: a file or lines, exactly.',
  schema,
  mainArguments: ['path', 'version', 'before', 'lines'],
  writes: (input) => (actionOf(input) === 'restore' && input.path !== undefined ? [input.path] : []),
  print: printHistory,
  async plan(input, context): Promise<{ ok: true; intent: HistoryIntent } | ToolFailure> {
    const { versions, workspace } = context;
    if (actionOf(input) === 'restore') {
      if (versions === undefined) return failure('not_found', NOTHING_KEPT);
      return planRestore(input, lineRange(input.lines), { versions, workspace });
    }
    if (input.path === undefined) return { ok: true, intent: { kind: 'read', paths: [] } };
    const target = fileArgument(input.path, workspace.projectRoot());
    if (!target.ok) return target;
    return { ok: true, intent: { kind: 'read', paths: [target.path], keysIn: await keysInPast(target.path, input, context) } };
  },
  async run(input, { versions, workspace }, intent): Promise<ToolResult> {
    if (intent.kind === 'change') return runRestore(intent, workspace);
    if (versions === undefined) return failure('not_found', NOTHING_KEPT);
    const action = actionOf(input);
    const { path, version, before, to } = input;
    if (path === undefined) {
      if (action === 'diff' && version === undefined && to === undefined) return diffOfAll(before, { versions, workspace });
      return action === 'list' ? listSteps(versions) : failure('bad_arguments', 'path: say which file is meant.');
    }
    const target = fileArgument(path, workspace.projectRoot());
    if (!target.ok) return target;
    if (action === 'list') return listVersions(target.path, versions);
    if (action === 'read' && version === undefined && before === undefined)
      return failure('bad_arguments', 'Say which one is to be read: version, or before ("this task", "last edit", a change, a label).');
    const side = await pastSide(target.path, { version, before }, versions);
    if (!side.ok) return side;
    const range = lineRange(input.lines);
    if (action === 'read') return readPast(target.path, side, { version, before }, range);
    const texts = await comparedTexts(target.path, side, to, { versions, workspace });
    return 'ok' in texts ? texts : diffOfFile(target.path, side.name, texts, range);
  },
});

/** Calls without an action come from versions before actions existed. */
function actionOf({ action, version, before }: Input): NonNullable<Input['action']> {
  return action ?? (version === undefined && before === undefined ? 'list' : 'read');
}

/** Returns the path if the content to be shown, old or current, looks as if it contained keys. */
async function keysInPast(path: WorkspacePath, input: Input, { versions, workspace }: ToolContext): Promise<readonly WorkspacePath[]> {
  const action = actionOf(input);
  // Secret files already ask because of their name, and paths behind a link are refused.
  if (versions === undefined || action === 'list' || isSecretPath(path) || (await linkOnTheWay(path, workspace)) !== null) return [];
  if (await hasKeysThen(path, input, versions)) return [path];
  return action === 'diff' && input.to === undefined ? keysIn(workspace, path) : [];
}

async function hasKeysThen(path: string, { version, before, to }: Input, versions: FileVersions): Promise<boolean> {
  const side = await pastSide(path, { version, before }, versions);
  const contents = [side.ok ? side.content : null, to === undefined ? null : await versions.read(path, to)];
  return contents.some((content) => content?.kind === 'file' && holdsKey(decodeText(content.bytes) ?? ''));
}
