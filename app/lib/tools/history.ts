import { z } from 'zod';
import type { ToolFailure, ToolResult } from '../agent/contract/tool-definition.ts';
import type { FileVersion, FileVersions, PastPlace } from '../agent/contract/tool-ports.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { decodeText } from '../search/text-file.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { fileArgument } from './files/path-argument.ts';
import { shownOnly } from './shown-only.ts';

/** Limits of the versions or steps in one list, the files of a step, and the characters of a version. */
const MOST_LISTED = 50;
const MOST_FILES = 10;
const LONGEST = 60_000;

const schema = z.object({
  path: z.string().min(1).optional().meta(shownOnly('The file may be gone by now')),
  version: z.number().int().min(0).optional().meta(shownOnly('From the list of the file')),
  before: z.string().min(1).optional().meta(shownOnly('Number of a step, or a label of the user')),
});

/** Reads old versions under the same guards as the file itself. */
export const historyTool = defineTool({
  name: TOOL_NAMES.history,
  kind: 'read',
  description:
    'Old versions of files. Without arguments: the steps. With path: its versions, or the content of one: by version, or before a step or label.',
  schema,
  async plan({ path }) {
    if (path === undefined) return { ok: true, intent: { kind: 'read', paths: [] } };
    const target = fileArgument(path);
    return target.ok ? { ok: true, intent: { kind: 'read', paths: [target.path] } } : target;
  },
  async run({ path, version, before }, { versions }) {
    if (versions === undefined) return failure('not_found', 'No versions of files are kept here.');
    if (path === undefined) {
      if (version !== undefined || before !== undefined) return failure('bad_arguments', 'path: say which file is to be read.');
      return listPlaces(await versions.places());
    }
    const target = fileArgument(path);
    if (!target.ok) return target;
    if (before !== undefined) return readBefore(target.path, before, versions);
    if (version !== undefined) return readVersion(target.path, version, versions);
    const found = await versions.list(target.path);
    if (found.length === 0) return failure('not_found', `${path} has no versions: it was never written in this chat.`);
    return {
      ok: true,
      output: { path: target.path, versions: found.slice(0, MOST_LISTED).map(listed), ...noteOf(found.length) },
      effects: [],
    };
  },
});

function listPlaces(places: readonly PastPlace[]): ToolResult {
  // Places that the user has named are listed regardless of their age.
  const shown = places.filter(({ label }, index) => index < MOST_LISTED || label !== null);
  return { ok: true, output: { steps: shown.map(listedPlace), ...noteOf(places.length) }, effects: [] };
}

async function readVersion(path: string, version: number, versions: FileVersions): Promise<ToolResult> {
  const bytes = await versions.read(path, version);
  if (bytes === null)
    return failure('not_found', `${path} has no version ${version} with a content. Call this without version for the list.`);
  return contentOf(bytes, { path, version });
}

async function readBefore(path: string, before: string, versions: FileVersions): Promise<ToolResult> {
  const place = placeNamed(before, await versions.places());
  if ('ok' in place) return place;
  const bytes = await versions.readBefore(path, place.step);
  if (bytes === null)
    return failure(
      'not_found',
      `There is no ${path} from before step ${place.step} (${place.label ?? place.what}): it was not there, or is no longer kept.`,
    );
  return contentOf(bytes, { path, before: place.step, ...(place.label === null ? {} : { label: place.label }) });
}

function contentOf(bytes: Uint8Array, what: Record<string, string | number>): ToolResult {
  const text = decodeText(bytes);
  if (text === null) return failure('failed', `That version of ${what.path} is a binary file of ${bytes.length} bytes.`);
  const cut = text.length > LONGEST ? { note: `The first ${LONGEST} of ${text.length} characters.` } : {};
  return { ok: true, output: { ...what, content: text.slice(0, LONGEST), ...cut }, effects: [] };
}

/** Finds a place by number, by label, or by words of its label; refuses to guess between several. */
function placeNamed(given: string, places: readonly PastPlace[]): PastPlace | ToolFailure {
  const wanted = given.trim().toLowerCase();
  const byNumber = places.find(({ step }) => String(step) === wanted.replace(/^(?:step )?#?/, ''));
  if (byNumber !== undefined) return byNumber;
  const named = places.filter(({ label }) => label?.toLowerCase() === wanted);
  const found = named.length > 0 ? named : places.filter(({ label }) => label?.toLowerCase().includes(wanted) === true);
  const [first, ...others] = found;
  if (first === undefined) {
    return failure('not_found', `There is no step and no label “${given}”. Call this without arguments for the list.`);
  }
  if (others.length === 0) return first;
  const list = found.map(({ step, label }) => `${step} (${label})`).join(', ');
  return failure('bad_arguments', `“${given}” is the label of several steps: ${list}. Give the number.`);
}

function noteOf(count: number) {
  return count > MOST_LISTED ? { note: `The newest ${MOST_LISTED} of ${count}.` } : {};
}

function listedPlace({ step, at, what, label, files }: PastPlace) {
  const rest = files.length > MOST_FILES ? { more_files: files.length - MOST_FILES } : {};
  return {
    step,
    at: new Date(at).toISOString(),
    what,
    ...(label === null ? {} : { label }),
    ...(files.length === 0 ? {} : { files: files.slice(0, MOST_FILES), ...rest }),
  };
}

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
