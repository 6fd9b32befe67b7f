import type { ProgramContext } from '../../../abi/program.ts';
import type { OptionDialect } from '../command-line.ts';
import type { Command } from '../commands/command.ts';
import type { NpmHost, NpmSession } from '../npm-session.ts';
import type { Manager, ManagerFamily } from './manager.ts';

/** A command of pnpm, yarn or bun. */
export interface ForeignCommand {
  /** `options` parses all words after it; `script` leaves those after the first plain word to the script; `nothing` parses none. */
  reads: 'options' | 'script' | 'nothing';
  run: Command;
}

/** One of the other package managers: its options and commands. */
export interface ForeignFamily {
  dialect: OptionDialect;
  commands: ReadonlyMap<string, ForeignCommand>;
  /** Runs without any command. */
  bare: Command;
  /** Runs a word that is not a command: never fetches a package. */
  other: Command;
  usage: (session: NpmSession) => string;
  /** Returns the workspaces selected by the options, or null for the selection of npm's own options. */
  select: (session: NpmSession) => readonly string[] | null;
}

export const withOptions = (run: Command): ForeignCommand => ({ reads: 'options', run });
export const withScript = (run: Command): ForeignCommand => ({ reads: 'script', run });

/** Runs a manager with the context's arguments; passed to a family so that it can run itself in another folder. */
export type RunForeign = (
  context: ProgramContext,
  host: NpmHost,
  asked: { program: string; family: Exclude<ManagerFamily, 'npm'>; version?: string },
) => Promise<number>;

export type MakeFamily = (manager: Manager, runForeign: RunForeign) => ForeignFamily;
