import { z } from 'zod';
import { printOutput } from '../../agent/results/print-output.ts';
import type { JsonValue } from '../../protocol/message.ts';
import { linesOf } from '../../search/text-file.ts';
import { lineCountText, numberedLines } from '../files/numbered-lines.ts';

const note = z.string().optional();
const stepsSchema = z.strictObject({
  steps: z.array(
    z.strictObject({
      /** Journals from before references have the step's number. */
      step: z.number().optional(),
      ref: z.string().optional(),
      at: z.string(),
      what: z.string(),
      task: z.string().optional(),
      ago: z.number().optional(),
      steps_ago: z.number().optional(),
      last: z.boolean().optional(),
      label: z.string().optional(),
      files: z.array(z.string()).optional(),
      more_files: z.number().optional(),
    }),
  ),
  note,
});
const versionsSchema = z.strictObject({
  path: z.string(),
  versions: z.array(
    z.strictObject({
      version: z.number(),
      at: z.string(),
      by: z.string(),
      removed: z.boolean().optional(),
      bytes: z.number().optional(),
      step: z.number().optional(),
      ref: z.string().optional(),
      what: z.string().optional(),
      ago: z.number().optional(),
      steps_ago: z.number().optional(),
      task: z.string().optional(),
    }),
  ),
  note,
});
const contentSchema = z.strictObject({
  path: z.string(),
  content: z.string(),
  version: z.number().optional(),
  before: z.union([z.string(), z.number()]).optional(),
  label: z.string().optional(),
  what: z.string().optional(),
  startLine: z.number().optional(),
  note,
});
const diffSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  files: z.array(
    z.strictObject({
      path: z.string(),
      added: z.number().optional(),
      removed: z.number().optional(),
      state: z.string().optional(),
      by: z.string().optional(),
    }),
  ),
  diff: z.string(),
  note,
});
const restoredSchema = z.strictObject({
  path: z.string(),
  restored: z.string(),
  deleted: z.boolean().optional(),
  lineCount: z.number().optional(),
  created: z.boolean().optional(),
  bytesWritten: z.number().optional(),
  changed: z.string().optional(),
  note,
});

/** Formats each kind of result. A result with other fields, such as a note about changed arguments, is printed field by field. */
export function printHistory(output: JsonValue): string {
  return (
    printed(stepsSchema, printSteps, output) ??
    printed(versionsSchema, printVersions, output) ??
    printed(diffSchema, printDiff, output) ??
    printed(restoredSchema, printRestored, output) ??
    printed(contentSchema, printContent, output) ??
    printOutput(output)
  );
}

function printed<Shape extends { note?: string | undefined }>(
  schema: z.ZodType<Shape>,
  print: (value: Shape) => string[],
  output: JsonValue,
): string | null {
  const read = schema.safeParse(output);
  if (!read.success) return null;
  const { note } = read.data;
  return [...print(read.data), ...(note === undefined ? [] : [note])].join('\n');
}

function printSteps({ steps }: z.output<typeof stepsSchema>): string[] {
  const lines = steps.map(({ step, ref, at, what, task, ago, steps_ago, last, label, files = [], more_files }) => {
    const kind = task === undefined ? [agoText(ago), last === true ? 'your last change' : '', stepsText(steps_ago)] : [`${task} begins`];
    const names = files.length === 0 ? '' : `\n    ${files.join(', ')}${more_files === undefined ? '' : ` and ${more_files} more`}`;
    return `${[ref ?? `step ${step ?? '?'}`, ...kind, what, label === undefined ? '' : `label “${label}”`, shortTime(at)].filter(Boolean).join(' · ')}${names}`;
  });
  return lines.length === 0 ? ['There are no tasks and no changes yet.'] : lines;
}

function printVersions({ path, versions }: z.output<typeof versionsSchema>): string[] {
  const lines = versions.map(({ version, at, by, removed, bytes, step, ref, what, ago, steps_ago, task }) => {
    const place = ref ?? (step === undefined ? undefined : `step ${step}`);
    const how = [agoText(ago), stepsText(steps_ago), place === undefined ? '' : `${place}: ${what ?? ''}`].filter(Boolean).join(', ');
    const size = removed === true ? 'removed' : `${bytes ?? '?'} bytes`;
    return [`version ${version}`, `by ${by}`, size, how, task === undefined ? '' : `task “${task}”`, shortTime(at)]
      .filter(Boolean)
      .join(' · ');
  });
  return [`${path}, newest first:`, ...lines];
}

function agoText(ago: number | undefined): string {
  if (ago === undefined) return '';
  return ago === 1 ? 'your last step' : `${ago} steps ago`;
}

/** Counts the model's own answers. */
function stepsText(ago: number | undefined): string {
  if (ago === undefined) return '';
  return ago === 0 ? 'in this step' : `${ago} ${ago === 1 ? 'step' : 'steps'} ago`;
}

/** In UTC, without seconds. */
function shortTime(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}

function printContent({ path, content, version, before, label, what, startLine = 1 }: z.output<typeof contentSchema>): string[] {
  const words = label ?? what;
  const time =
    before === undefined
      ? `version ${version ?? '?'}`
      : `before ${typeof before === 'number' ? `step ${before}` : before}${words === undefined ? '' : ` (${words})`}`;
  if (content === '') return [`${path}, ${time}: empty.`];
  return [`${path}, ${time}:`, numberedLines(linesOf(content), startLine)];
}

function printDiff({ from, to, files, diff }: z.output<typeof diffSchema>): string[] {
  const counts = files.map(({ path, added, removed, state, by }) => {
    const lines = added === undefined ? '' : ` +${added} -${removed ?? 0}`;
    return `${path}${lines}${state === undefined ? '' : ` (${state})`}${by === undefined ? '' : `, by ${by}`}`;
  });
  return [`From ${from} to ${to}:`, ...counts, ...(diff === '' ? [] : [diff])];
}

function printRestored({ restored, deleted, lineCount, changed }: z.output<typeof restoredSchema>): string[] {
  if (deleted === true) return [`Restored ${restored}: there was no such file, so it was deleted.`];
  const lines = lineCount === undefined ? '' : `, ${lineCountText(lineCount)} now`;
  return changed === undefined ? [`Restored ${restored}${lines}.`] : [`Restored ${restored}${lines}:`, changed];
}
