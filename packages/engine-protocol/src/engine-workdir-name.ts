import { PREVIEW_PROJECT } from './hosts.ts';

const MARK = '?previews=';

export interface EngineWorkdirName {
  workdirName: string;
  /** Part of the previews' origins (hosts.ts); `null` if the client provides none. */
  project: string | null;
}

/**
 * Appends the project to the name of the working directory, because the official client passes only its options to the host at each boot.
 * The engine uses it in its previews' origins; folder names do not contain the question mark that separates both.
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
