import type { ToolFailure } from '../../agent/contract/tool-definition.ts';
import type { FileVersions, PastContent, PastPlace } from '../../agent/contract/tool-ports.ts';
import { failure } from '../failure.ts';

/** `name` says to the model which time this is: "before step 12 (Tidy up)". */
export interface PastSide {
  ok: true;
  name: string;
  content: PastContent;
  /** Null for a version of the file. */
  place: PastPlace | null;
}

export interface AskedTime {
  version?: number | undefined;
  before?: string | undefined;
}

/** Returns what was at a path at the time that a call names: a version, or right before a step. */
export async function pastSide(path: string, { version, before }: AskedTime, versions: FileVersions): Promise<PastSide | ToolFailure> {
  if (version !== undefined && before !== undefined) return failure('bad_arguments', 'Give either version or before, not both.');
  if (version !== undefined) {
    const content = await versions.read(path, version);
    if (content === null) return failure('not_found', `${path} has no version ${version}. The list of ${path} shows those that there are.`);
    return { ok: true, name: `version ${version}`, content, place: null };
  }
  const place = placeNamed(before ?? 'this task', await versions.places(), path);
  if ('ok' in place) return place;
  return { ok: true, name: `before ${placeName(place)}`, content: await versions.readBefore(path, place.step), place };
}

export function placeName({ step, what, label }: PastPlace): string {
  return `step ${step} (${label ?? what})`;
}

/**
 * Finds a place by its number, by the user's label, by words such as "this task", "last edit" (of the file, if there is one) and "2 steps
 * ago", or by words of a label. Refuses to guess between several.
 */
export function placeNamed(given: string, places: readonly PastPlace[], path: string | null): PastPlace | ToolFailure {
  const wanted = given.trim().toLowerCase();
  const named = places.filter(({ label }) => label?.toLowerCase() === wanted);
  const meant = inWords(wanted, places, path);
  const found = named.length > 0 ? named : (meant ?? places.filter(({ label }) => label?.toLowerCase().includes(wanted)));
  const [first, ...others] = found;
  if (first === undefined) return failure('not_found', meant === null ? unknownPlace(given) : nothingMeant(given, path));
  if (others.length === 0) return first;
  const list = found.map(({ step, label }) => `${step} (${label})`).join(', ');
  return failure('bad_arguments', `“${given}” is the label of several steps: ${list}. Give the number.`);
}

function unknownPlace(given: string): string {
  return `There is no step and no label “${given}”. The list without path shows those that there are.`;
}

/** The words are known, but no step fits: one whose changes were taken back within it is no step. */
function nothingMeant(given: string, path: string | null): string {
  const what = path === null ? 'anything' : path;
  const list =
    path === null
      ? 'The list without path shows the steps'
      : `The list of ${path} shows its versions, each of which can be read and restored`;
  return `“${given}” is nothing here: no step of yours has changed ${what} and left it changed. ${list}.`;
}

/** Returns null if these are no such words. */
function inWords(wanted: string, places: readonly PastPlace[], path: string | null): PastPlace[] | null {
  const number = /^(?:step )?#?(\d+)$/.exec(wanted)?.[1];
  const byNumber = places.filter(({ step }) => String(step) === number);
  if (byNumber.length > 0) return byNumber;
  const own = places.filter(({ kind }) => kind === 'agent');
  if (/^(?:before )?(?:(?:this|the|my) )?task$/.test(wanted)) return places.filter(({ kind }) => kind === 'task').slice(0, 1);
  if (/^(?:(?:my|your|the) )?last (?:edit|change)$/.test(wanted)) {
    return own.filter(({ files }) => path === null || files.includes(path)).slice(0, 1);
  }
  const ago = /^(?:(?:my|your|the) )?(?:last step|(\d+) steps? ago)$/.exec(wanted);
  const back = Number(ago?.[1] ?? 1);
  return ago === null ? null : own.slice(back - 1, back);
}

/** How many of the agent's own steps ago each of them was: 1 for the newest. */
export function stepsAgo(places: readonly PastPlace[]): ReadonlyMap<number, number> {
  const own = places.filter(({ kind }) => kind === 'agent');
  return new Map(own.map(({ step }, index) => [step, index + 1]));
}
