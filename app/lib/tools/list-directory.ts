import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import { printOutput } from '../agent/results/print-output.ts';
import type { JsonValue } from '../protocol/message.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { pathArgument } from './files/path-argument.ts';
import { walkFiles } from './files/walk-files.ts';
import { PROJECT_PATH, shownOnly } from './shown-only.ts';

const MAX_ENTRIES = 1_000;

const schema = z.object({
  path: z.string().default('/').meta(PROJECT_PATH),
  recursive: z.boolean().default(false).meta(shownOnly('Folders in it, too')),
  maxDepth: z.number().int().min(1).max(20).default(3).meta(shownOnly('Of a recursive listing')),
});

export const listDirectoryTool = defineTool({
  name: TOOL_NAMES.listDirectory,
  kind: 'read',
  description: 'List a folder, sorted. Ignored ones such as node_modules are named, not entered.',
  schema,
  print: printEntries,
  async plan({ path }, { workspace }) {
    const target = pathArgument(path, workspace.projectRoot());
    return target.ok ? { ok: true, intent: { kind: 'read', paths: [] } } : target;
  },
  async run({ path, recursive, maxDepth }, { workspace, signal }) {
    const read = pathArgument(path, workspace.projectRoot());
    if (!read.ok) return read;
    const { path: target } = read;
    const kind = await workspace.kindOf(target);
    if (kind === null) return failure('not_found', `${path} does not exist. List the folder above it, or "/", to see what does.`);
    if (kind === 'file') return failure('failed', `${path} is a file. Use devonz_read_file.`);
    const entries: { name: string; isDirectory: boolean; isIgnored?: true }[] = [];
    let totalCount = 0;
    let hasDeeper = false;
    for await (const entry of walkFiles(workspace, target, { maxDepth: recursive ? maxDepth : 1, signal, yieldIgnored: true })) {
      totalCount++;
      const name = target === '' ? entry.path : entry.path.slice(target.length + 1);
      const isDirectory = entry.kind === 'directory';
      if (entries.length < MAX_ENTRIES) entries.push({ name, isDirectory, ...(entry.isIgnored ? { isIgnored: true as const } : {}) });
      hasDeeper ||= recursive && isDirectory && !entry.isIgnored && entry.depth === maxDepth;
    }
    const cut = totalCount > entries.length;
    const notes = [
      ...(cut ? [`The first ${entries.length} of ${totalCount}. List a folder inside it for the rest.`] : []),
      ...(hasDeeper ? [`Folders at depth ${maxDepth} were not entered; list one of them, or give a larger maxDepth.`] : []),
    ];
    return {
      ok: true,
      output: {
        path: target === '' ? '/' : target,
        entries,
        totalCount,
        ...(cut ? { truncated: true } : {}),
        ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
      },
      effects: [],
    };
  },
});

/** Prints one entry per line; folders end with a slash, as in `ls -F`. */
function printEntries(output: JsonValue): string {
  const fields = fieldsOf(output);
  const entries = fields.get('entries');
  if (!Array.isArray(entries)) return printOutput(output);
  const lines = entries.map((entry) => {
    const { name, isDirectory, isIgnored } = Object.fromEntries(fieldsOf(entry));
    return `${String(name)}${isDirectory === true ? '/' : ''}${isIgnored === true ? ' (ignored, not listed)' : ''}`;
  });
  const note = fields.get('note');
  const path = fields.get('path');
  const empty = `${typeof path === 'string' ? path : 'The folder'} is empty.`;
  return [...(lines.length === 0 ? [empty] : lines), ...(typeof note === 'string' ? [note] : [])].join('\n');
}
