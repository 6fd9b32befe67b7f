import type { NpmSession } from '../npm-session.ts';

/** A command of npm; `session.commandLine.positional` holds what followed its name. Returns the exit code. */
export type Command = (session: NpmSession) => Promise<number>;
