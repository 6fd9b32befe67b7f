import { z } from 'zod';
import type { FileVersion } from '../agent/ports.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { decodeText } from '../search/text-file.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { fileArgument } from './files/path-argument.ts';

/** Versions in one list, and characters of one that is read. */
const MOST_LISTED = 50;
const LONGEST = 60_000;

const schema = z.object({
  path: z.string().min(1).describe('File path relative to the project root; the file may be gone by now'),
  version: z.number().int().min(0).optional().describe('A version from the list, to read it; without it the list comes'),
});

/** Old versions are read like the file itself: the same guards hold. */
export const historyTool = defineTool({
  name: TOOL_NAMES.history,
  kind: 'read',
  description:
    'Old versions of a file of this project: a list of them, newest first, with who changed it and for which task, or the content of one. To bring a version back, write it with devonz_edit_file or devonz_write_file.',
  schema,
  async plan({ path }) {
    const target = fileArgument(path);
    return target.ok ? { ok: true, intent: { kind: 'read', paths: [target.path] } } : target;
  },
  async run({ path, version }, { versions }) {
    const target = fileArgument(path);
    if (!target.ok) return target;
    if (versions === undefined) return failure('not_found', 'No versions of files are kept here.');
    if (version === undefined) {
      const found = await versions.list(target.path);
      if (found.length === 0) return failure('not_found', `${path} has no versions: it was never written in this chat.`);
      const note = found.length > MOST_LISTED ? { note: `The newest ${MOST_LISTED} of ${found.length}.` } : {};
      return { ok: true, output: { path: target.path, versions: found.slice(0, MOST_LISTED).map(listed), ...note }, effects: [] };
    }
    const bytes = await versions.read(target.path, version);
    if (bytes === null)
      return failure('not_found', `${path} has no version ${version} with a content. Call this without version for the list.`);
    const text = decodeText(bytes);
    if (text === null) return failure('failed', `Version ${version} of ${path} is a binary file of ${bytes.length} bytes.`);
    const cut = text.length > LONGEST ? { note: `The first ${LONGEST} of ${text.length} characters.` } : {};
    return { ok: true, output: { path: target.path, version, content: text.slice(0, LONGEST), ...cut }, effects: [] };
  },
});

function listed({ version, at, by, size, task }: FileVersion) {
  const who = { agent: 'you', person: 'the user', runtime: 'a program' }[by];
  return {
    version,
    at: new Date(at).toISOString(),
    by: who,
    ...(size === null ? { removed: true } : { bytes: size }),
    ...(task === null ? {} : { task }),
  };
}
