import type { ToolResult } from '../../agent/contract/tool-definition.ts';
import type { FileVersion, FileVersions, PastPlace } from '../../agent/contract/tool-ports.ts';
import { failure } from '../failure.ts';
import { stepsAgo } from './past-side.ts';

/** Limits of the versions or steps in one list, and of the files of a step. */
const MOST_LISTED = 50;
const MOST_FILES = 10;

const WHO = { agent: 'you', user: 'the user', runtime: 'a program' } as const;

/** Returns the steps, newest first. Those that the user has named are always included. */
export async function listSteps(versions: FileVersions): Promise<ToolResult> {
  const places = await versions.places();
  const ago = stepsAgo(places);
  const shown = places.filter(({ label }, index) => index < MOST_LISTED || label !== null);
  const task = places.find(({ kind }) => kind === 'task');
  return {
    ok: true,
    output: { steps: shown.map((place) => listedPlace(place, ago, place === task)), ...noteOf(places.length) },
    effects: [],
  };
}

export async function listVersions(path: string, versions: FileVersions): Promise<ToolResult> {
  const found = await versions.list(path);
  if (found.length === 0) return failure('not_found', `${path} has no versions: it was never written in this chat.`);
  const places = await versions.places();
  const ago = stepsAgo(places);
  const listed = found.slice(0, MOST_LISTED).map((each) => listedVersion(each, places, ago));
  return { ok: true, output: { path, versions: listed, ...noteOf(found.length) }, effects: [] };
}

function noteOf(count: number) {
  return count > MOST_LISTED ? { note: `The newest ${MOST_LISTED} of ${count}.` } : {};
}

function listedPlace({ step, at, kind, what, label, files }: PastPlace, ago: ReadonlyMap<number, number>, isThisTask: boolean) {
  const rest = files.length > MOST_FILES ? { more_files: files.length - MOST_FILES } : {};
  return {
    step,
    at: new Date(at).toISOString(),
    what,
    ...(kind === 'task' ? { task: isThisTask ? 'this task' : 'a task' } : {}),
    ...(ago.has(step) ? { ago: ago.get(step) ?? 0 } : {}),
    ...(label === null ? {} : { label }),
    ...(files.length === 0 ? {} : { files: files.slice(0, MOST_FILES), ...rest }),
  };
}

function listedVersion({ version, at, by, size, task, step }: FileVersion, places: readonly PastPlace[], ago: ReadonlyMap<number, number>) {
  const place = places.find((each) => each.step === step);
  return {
    version,
    at: new Date(at).toISOString(),
    by: WHO[by],
    ...(size === null ? { removed: true } : { bytes: size }),
    ...(place === undefined ? {} : { step: place.step, what: place.what }),
    ...(step === null || !ago.has(step) ? {} : { ago: ago.get(step) ?? 0 }),
    ...(task === null ? {} : { task }),
  };
}
