import type { ProgramContext } from '../../../abi/program.ts';
import type { OptionDialect } from '../command-line.ts';
import type { Command } from '../commands/command.ts';
import type { NpmHost, NpmSession } from '../npm-session.ts';
import type { Manager, ManagerFamily } from './manager.ts';

/** A command of pnpm, yarn or bun. */
export interface ForeignCommand {
  /** `options`: all words after it are read; `script`: those after the first plain word are that one's own; `nothing`: none is read. */
  reads: 'options' | 'script' | 'nothing';
  run: Command;
}

/** What one of the other package managers understands. */
export interface ForeignFamily {
  dialect: OptionDialect;
  commands: ReadonlyMap<string, ForeignCommand>;
  /** Without any command. */
  bare: Command;
  /** A word that is none of its commands: never a package to fetch. */
  other: Command;
  usage: (session: NpmSession) => string;
  /** Which workspaces the options choose; null: those npm's own options would. */
  select: (session: NpmSession) => readonly string[] | null;
}

export const withOptions = (run: Command): ForeignCommand => ({ reads: 'options', run });
export const withScript = (run: Command): ForeignCommand => ({ reads: 'script', run });

/** Runs a manager with the context's arguments; a family gets it to run itself in another folder. */
export type RunForeign = (
  context: ProgramContext,
  host: NpmHost,
  asked: { program: string; family: Exclude<ManagerFamily, 'npm'>; version?: string },
) => Promise<number>;

export type MakeFamily = (manager: Manager, runForeign: RunForeign) => ForeignFamily;
