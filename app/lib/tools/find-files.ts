import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import { printOutput } from '../agent/results/print-output.ts';
import type { JsonValue } from '../protocol/message.ts';
import type { WorkspacePath } from '../runtime/types.ts';
import { readGlob } from '../search/path-filter.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { pathArgument } from './files/path-argument.ts';
import { walkFiles } from './files/walk-files.ts';
import { rarelyGiven, shownOnly } from './shown-only.ts';

const MAX_RESULTS = 1_000;
/** Entries and milliseconds after which a walk stops and says so. */
const MAX_ENTRIES = 100_000;
const MAX_MS = 5_000;

const schema = z.object({
  pattern: z.string().min(1).max(400).describe('"*.test.ts" (in any folder) or "src/**/*.{ts,tsx}"'),
  path: z.string().default('/').meta(shownOnly('Folder to look in')),
  maxResults: z.number().int().min(1).default(200).meta(rarelyGiven('At most 1000')),
});

export const findFilesTool = defineTool({
  name: 'devonz_find_files',
  kind: 'read',
  description: 'Find files by a glob, sorted by folder. Ignored folders only where path names one.',
  schema,
  print: printFiles,
  async plan({ path }, { workspace }) {
    const target = pathArgument(path, workspace.projectRoot());
    return target.ok ? { ok: true, intent: { kind: 'read', paths: target.path === '' ? [] : [target.path] } } : target;
  },
  async run({ pattern, path, maxResults }, { workspace, signal }) {
    const read = pathArgument(path, workspace.projectRoot());
    if (!read.ok) return read;
    const { path: folder } = read;
    const fits = readGlob(pattern);
    if (typeof fits === 'string') return failure('bad_arguments', `pattern is not valid: ${fits}`);
    const kind = await workspace.kindOf(folder);
    if (kind === null) return failure('not_found', `${path} does not exist. devonz_list_directory shows what does.`);
    if (kind === 'file') return failure('failed', `${path} is a file. Name the folder to look in.`);
    const limit = Math.min(maxResults, MAX_RESULTS);
    const deadline = performance.now() + MAX_MS;
    const files: WorkspacePath[] = [];
    let looked = 0;
    let end: 'all' | 'limit' | 'given up' = 'all';
    for await (const entry of walkFiles(workspace, folder, { maxDepth: 64, signal, yieldIgnored: false })) {
      looked++;
      if (looked > MAX_ENTRIES || performance.now() > deadline) {
        end = 'given up';
        break;
      }
      if (entry.kind !== 'file' || !(fits(entry.path) || fits(below(folder, entry.path)))) continue;
      if (files.length === limit) {
        end = 'limit';
        break;
      }
      files.push(entry.path);
    }
    const note = noteOf(end, files.length);
    return {
      ok: true,
      output: {
        pattern,
        fileCount: files.length,
        files,
        ...(end === 'all' ? {} : { truncated: true }),
        ...(note === null ? {} : { note }),
      },
      effects: [],
    };
  },
});

function below(folder: WorkspacePath, path: WorkspacePath): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}

function noteOf(end: 'all' | 'limit' | 'given up', count: number): string | null {
  switch (end) {
    case 'limit':
      return `There are more than the ${count} shown; narrow pattern or path.`;
    case 'given up':
      return 'The project is too large to look through whole; narrow path.';
    case 'all':
      return count === 0 ? 'No file fits. Ignored folders were not looked into.' : null;
  }
}

function printFiles(output: JsonValue): string {
  const fields = fieldsOf(output);
  const files = fields.get('files');
  if (!Array.isArray(files)) return printOutput(output);
  const note = fields.get('note');
  return [...files.map(String), ...(typeof note === 'string' ? [note] : [])].join('\n');
}
