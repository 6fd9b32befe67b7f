import { protectionOf } from 'devonz-engine-protocol/protected-paths';
import { because, type Reason } from '../../../protocol/texts/reason.ts';

export const MAY_HOLD_KEYS = because('it may hold keys or passwords');
export const MAY_HOLD_PASSWORDS = because('it may hold passwords');
export const FILE_MAY_HOLD_KEYS = because('the file may hold keys or passwords');

export function mayHoldKeys(name: string): Reason {
  return because('{name} may hold keys or passwords', { name });
}

/** The reasons for guarded files. The engine reports them only as sentences; they are listed here so that the catalogue contains them. */
const PROTECTIONS: ReadonlyMap<string, Reason> = new Map(
  [
    because("it changes git's own files, where hooks can run programs"),
    because('it changes a git hook, which runs programs'),
    because("it changes Devonz' own settings"),
    because('it changes the settings of an editor, which can run programs'),
    because('it changes the settings of another agent, which can run programs'),
    because('it changes what runs on the server of the repository'),
    because('it changes the package manager itself'),
    because('it changes an installed package'),
    because("it changes the agent's own rules"),
    because('it changes the instructions of another agent'),
    because('it changes the files of a version control, where hooks can run programs'),
    because('it changes what a program runs when it starts'),
    because('git would take its folder for a repository, whose settings can run programs'),
    because('it changes which programs git runs'),
    because('it changes what an installation runs'),
    because('it changes what runs with every program of the project'),
    because('it changes what runs on its own once the project is pushed'),
    because('it changes what a shell runs when it starts'),
    FILE_MAY_HOLD_KEYS,
  ].map((reason) => [reason.text, reason]),
);

/** Returns the reason for a sentence of `protected-paths`; unlisted sentences stay in English. */
export function protectedBecause(why: string): Reason {
  return PROTECTIONS.get(why) ?? { text: why };
}

/** Returns why a change of this file asks even if changes are auto-approved; null if it does not. */
export function whyProtected(path: string): Reason | null {
  const why = protectionOf(path);
  return why === null ? null : protectedBecause(why);
}
