import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import { printOutput } from '../agent/results/print-output.ts';
import type { JsonValue } from '../protocol/message.ts';
import type { ToolEffect } from '../protocol/tool-effect.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { decodeText } from '../search/text-file.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { changedLines } from './files/changed-lines.ts';
import { type PatchPlan, planPatch, writeChanges } from './patch/plan-patch.ts';
import { readPatch } from './patch/read-patch.ts';
import { REASONING } from './shown-only.ts';

const MAX_FILES = 100;
const MAX_HUNKS = 300;
/** Limit in characters of the changed lines in an answer. */
const LONGEST_CHANGED = 6_000;

const schema = z.object({
  reasoning: z.string().max(4_000).optional().meta(REASONING),
  partial: z.boolean().optional().describe('Apply the files whose hunks all fit'),
  patch: z
    .string()
    .min(1)
    .max(2_000_000)
    .describe(
      '`*** Begin Patch`, for each file `*** Update File: PATH` (`*** Move to: PATH`; hunks: `@@ LINE IT IS IN`, lines after " ", "-" or "+"), `*** Add File: PATH` (lines after "+") or `*** Delete File: PATH`, then `*** End Patch`',
    ),
});

export const applyPatchTool = defineTool({
  name: TOOL_NAMES.applyPatch,
  kind: 'write',
  description: 'Change, add, move and delete files by one patch, all or nothing.',
  schema,
  print: printPatch,
  writes: ({ patch }) => patchedPaths(patch),
  async plan({ patch, partial = false }, { workspace }) {
    const reading = readPatch(patch);
    if (!reading.ok) return failure('bad_arguments', `The patch cannot be read: ${reading.why}. Nothing was written.`);
    const { sections } = reading;
    const hunkCount = sections.reduce((sum, section) => sum + (section.kind === 'update' ? section.hunks.length : 0), 0);
    if (sections.length > MAX_FILES || hunkCount > MAX_HUNKS)
      return failure('bad_arguments', `A patch has at most ${MAX_FILES} files and ${MAX_HUNKS} hunks; give several. Nothing was written.`);
    const plan = await planPatch(sections, workspace, { isPartial: partial });
    if (!plan.ok) return plan;
    return { ok: true, intent: { kind: 'change', summary: summaryOf(plan), changes: plan.changes, guards: plan.guards, plan } };
  },
  async run(_input, { workspace }, { plan }) {
    await writeChanges(plan.changes, workspace);
    const files = plan.effects.flatMap(wordsOf);
    const changed = changedTexts(plan);
    const fileCount = new Set(plan.changes.map(({ path }) => path)).size;
    const left = plan.left.length === 0 ? {} : { notApplied: plan.left };
    return { ok: true, output: { fileCount, files, ...left, ...(changed === '' ? {} : { changed }) }, effects: plan.effects };
  },
});

/** Returns the changed lines of all files that existed before; the model has just written the new ones. */
function changedTexts({ changes }: PatchPlan): string {
  const texts = changes.flatMap(({ path, before, after }) => {
    if (before === null || after === null || isSecretPath(path)) return [];
    const changed = changedLines(decodeText(before) ?? '', decodeText(after) ?? '');
    return changed === '' ? [] : [`${path}:\n${changed}`];
  });
  const text = texts.join('\n');
  return text.length > LONGEST_CHANGED ? `${text.slice(0, LONGEST_CHANGED).toWellFormed()}\n… and more` : text;
}

function printPatch(output: JsonValue): string {
  const fields = fieldsOf(output);
  const [files, changed, left] = [fields.get('files'), fields.get('changed'), fields.get('notApplied')];
  if (!Array.isArray(files)) return printOutput(output);
  const notApplied = Array.isArray(left) ? ['Not applied:', ...left.map((why) => `- ${why}`)] : [];
  // A file whose lines are shown is named above them.
  const shown = new Set(typeof changed === 'string' ? changed.split('\n') : []);
  const listed = files.map(String).filter((file) => !shown.has(`${file.replace(/^changed /, '')}:`));
  return [...listed, ...notApplied, ...(typeof changed === 'string' ? ['Changed, and now:', changed] : [])].join('\n');
}

function patchedPaths(patch: string): string[] {
  const reading = readPatch(patch);
  if (!reading.ok) return [];
  return reading.sections.flatMap((section) => [
    section.path,
    ...(section.kind === 'update' && section.moveTo !== null ? [section.moveTo] : []),
  ]);
}

function summaryOf({ changes }: PatchPlan): string {
  const [first] = changes;
  return changes.length === 1 ? `patch ${first?.path}` : `patch ${first?.path} and ${changes.length - 1} more`;
}

function wordsOf(effect: ToolEffect): string[] {
  switch (effect.type) {
    case 'file-created':
      return [`created ${effect.path}`];
    case 'file-modified':
      return [`changed ${effect.path}`];
    case 'file-deleted':
      return [`deleted ${effect.path}`];
    case 'file-renamed':
      return [`moved ${effect.from} to ${effect.to}`];
    default:
      return [];
  }
}
