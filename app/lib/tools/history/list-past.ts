import type { ToolResult } from '../../agent/contract/tool-definition.ts';
import type { FileVersion, FileVersions, PastPlace } from '../../agent/contract/tool-ports.ts';
import { failure } from '../failure.ts';
import { lastEdit, wordsOf } from './past-side.ts';

/** Limits of the versions or places in one list, and of the files of a place. */
const MOST_LISTED = 50;
const MOST_FILES = 10;

const WHO = { agent: 'you', user: 'the user', runtime: 'a program' } as const;

/** Returns the tasks and changes, newest first. Those that the user has named are always included. */
export async function listSteps(versions: FileVersions): Promise<ToolResult> {
  const places = await versions.places();
  const shown = places.filter(({ label }, index) => index < MOST_LISTED || label !== null);
  const task = places.find(({ kind }) => kind === 'task');
  return {
    ok: true,
    output: { steps: shown.map((place) => listedPlace(place, place === task, place === lastEdit(places, null))), ...noteOf(places.length) },
    effects: [],
  };
}

export async function listVersions(path: string, versions: FileVersions): Promise<ToolResult> {
  const found = await versions.list(path);
  if (found.length === 0) return failure('not_found', `${path} has no versions: it was never written in this chat.`);
  const places = await versions.places();
  const listed = found.slice(0, MOST_LISTED).map((each) => listedVersion(each, places));
  return { ok: true, output: { path, versions: listed, ...noteOf(found.length) }, effects: [] };
}

function noteOf(count: number) {
  return count > MOST_LISTED ? { note: `The newest ${MOST_LISTED} of ${count}.` } : {};
}

function listedPlace(place: PastPlace, isThisTask: boolean, isLast: boolean) {
  const { ref, at, kind, label, files } = place;
  const rest = files.length > MOST_FILES ? { more_files: files.length - MOST_FILES } : {};
  return {
    ref,
    at: new Date(at).toISOString(),
    what: wordsOf(place),
    ...(kind === 'task' ? { task: isThisTask ? 'this task' : 'a task' } : {}),
    ...(kind === 'agent' ? { steps_ago: place.stepsAgo } : {}),
    ...(isLast ? { last: true } : {}),
    ...(label === null ? {} : { label }),
    ...(files.length === 0 ? {} : { files: files.slice(0, MOST_FILES), ...rest }),
  };
}

function listedVersion({ version, at, by, size, task, step }: FileVersion, places: readonly PastPlace[]) {
  const place = places.find((each) => each.step === step);
  return {
    version,
    at: new Date(at).toISOString(),
    by: WHO[by],
    ...(size === null ? { removed: true } : { bytes: size }),
    ...(place === undefined ? {} : { ref: place.ref, what: wordsOf(place) }),
    ...(place?.kind === 'agent' ? { steps_ago: place.stepsAgo } : {}),
    ...(task === null ? {} : { task }),
  };
}
