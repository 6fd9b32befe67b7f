import type { NpmSession } from '../npm-session.ts';

/** An npm command; `session.commandLine.positional` holds the words after its name. Returns the exit code. */
export type Command = (session: NpmSession) => Promise<number>;
