import type { ToolFailure } from '../../agent/contract/tool-definition.ts';
import type { FileVersions, PastContent, PastPlace } from '../../agent/contract/tool-ports.ts';
import { failure } from '../failure.ts';

/** `name` tells the model which time it is: "before task 2 (Tidy up)". */
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

/** Returns the content of a path at the time that a call names: a version, or right before a change. */
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

/** "change 3 (devonz_edit_file: Wrote src/a.ts)" */
export function placeName(place: PastPlace): string {
  return `${place.ref} (${place.label ?? wordsOf(place)})`;
}

/** Describes a place to the model: its own changes with the tool that it called. */
export function wordsOf(place: PastPlace): string {
  if (place.kind !== 'agent' || place.toolName === '') return place.what;
  const what = place.restored === null ? place.what : place.what.replace(/^(?:Wrote|Removed) /, 'restored ');
  return `${place.toolName}: ${what}`;
}

/**
 * Finds a place by its reference, by the user's label, by words such as "this task", "last edit" (of the file, if there is one) and "2 steps
 * ago", or by words of a label. Refuses to guess between several.
 */
export function placeNamed(given: string, places: readonly PastPlace[], path: string | null): PastPlace | ToolFailure {
  const wanted = given.trim().toLowerCase();
  const labelled = places.filter(({ label }) => label?.toLowerCase() === wanted);
  const meant = inWords(wanted, places, path);
  const found = labelled.length > 0 ? labelled : (meant ?? places.filter(({ label }) => label?.toLowerCase().includes(wanted)));
  const [first, ...others] = found;
  if (first === undefined) return failure('not_found', meant === null ? unknownPlace(given) : nothingMeant(given, path));
  if (others.length === 0) return first;
  const list = found.map(({ ref, label }) => `${ref} (${label})`).join(', ');
  return failure('bad_arguments', `“${given}” is the label of several: ${list}. Give one of these names.`);
}

function unknownPlace(given: string): string {
  return `There is no change, task or label “${given}”. The list without path shows those that there are.`;
}

/** The words are known, but no change fits. A call that reverted all of its own changes does not count. */
function nothingMeant(given: string, path: string | null): string {
  const what = path === null ? 'anything' : path;
  const list =
    path === null
      ? 'The list without path shows what there is'
      : `The list of ${path} shows its versions, each of which can be read and restored`;
  return `“${given}” is nothing here: no call of yours has changed ${what} since and left it changed. ${list}.`;
}

/** Returns null if the words have another form. */
function inWords(wanted: string, places: readonly PastPlace[], path: string | null): PastPlace[] | null {
  const number = /^#?(\d+)$/.exec(wanted)?.[1];
  const named = places.filter(({ ref }) => ref === (number === undefined ? wanted.replace(/ ?#/, ' ') : `change ${number}`));
  if (named.length > 0) return named;
  if (/^(?:before )?(?:(?:this|the|my) )?task$/.test(wanted)) return places.filter(({ kind }) => kind === 'task').slice(0, 1);
  const own = places.filter((place) => place.kind === 'agent');
  if (isLastEdit(wanted)) return [lastEdit(places, path) ?? []].flat();
  const ago = /^(?:(?:my|your|the) )?(?:last step|(\d+) steps? ago)$/.exec(wanted);
  if (ago === null) return null;
  const steps = ago[1] === undefined ? (own[0]?.stepsAgo ?? 0) : Number(ago[1]);
  // Before the first change of that step; if it changed nothing, before the first change after it.
  return own.filter(({ stepsAgo }) => stepsAgo <= steps).slice(-1);
}

export function isLastEdit(words: string): boolean {
  return /^(?:(?:my|your|the) )?last (?:edit|change)$/.test(words.trim().toLowerCase());
}

/** A restore is no edit, so that the last edit stays the same one after it was taken back. Null if there is none. */
export function lastEdit(places: readonly PastPlace[], path: string | null): PastPlace | null {
  const isEdit = (place: PastPlace) => place.kind === 'agent' && place.restored === null && place.isInEffect;
  return places.find((place) => isEdit(place) && (path === null || place.files.includes(path))) ?? null;
}

/** Returns the newest change of the agent to the path, if it restored the whole file. */
export function lastWholeRestore(path: string, places: readonly PastPlace[]): PastPlace | null {
  const last = places.find((place) => place.kind === 'agent' && place.isInEffect && place.files.includes(path));
  return last?.kind === 'agent' && last.restored === 'whole' ? last : null;
}
