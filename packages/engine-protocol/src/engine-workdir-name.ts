import { PREVIEW_PROJECT } from './hosts.ts';

const MARK = '?previews=';

export interface EngineWorkdirName {
  workdirName: string;
  /** Names the origins of the previews (hosts.ts); null when the client gives none. */
  project: string | null;
}

/**
 * The genuine client hands the host nothing at each boot but its options: the engine takes the project's part of its previews' origins
 * behind the working directory's name, where no name of a folder has a question mark.
 */
export function engineWorkdirName(workdirName: string, project: string): string {
  return `${workdirName}${MARK}${project}`;
}

export function parseEngineWorkdirName(given: string): EngineWorkdirName {
  const at = given.lastIndexOf(MARK);
  if (at < 0) return { workdirName: given, project: null };
  const project = given.slice(at + MARK.length);
  if (!PREVIEW_PROJECT.test(project))
    throw new Error(
      `workdirName: what follows ${MARK} must be 1 to 40 lower-case letters and digits, and ${JSON.stringify(project)} is not.`,
    );
  return { workdirName: given.slice(0, at), project };
}
