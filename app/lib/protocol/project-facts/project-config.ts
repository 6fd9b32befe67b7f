import type { McpServer } from '../mcp/mcp.ts';
import type { Budget, Hook, Routine } from '../settings.ts';

/** What a project says about how it is worked on. All of it can only tighten what the user has set: see `tightenSettings`. */
export interface ProjectConfig {
  /** Taken where the user has chosen no model. */
  model: string | null;
  maxIterations: number | null;
  /** Each that is true asks, whatever the user's setting. */
  asks: { fileCreation: boolean; fileModification: boolean; commands: boolean; ownCode: boolean; looking: boolean };
  budget: Budget;
  routines: readonly Routine[];
  hooks: readonly Hook[];
  /** Patterns of commands that are denied. */
  deny: readonly string[];
  /** Each is used only after the user has agreed to it. */
  mcpServers: readonly McpServer[];
}

export const EMPTY_PROJECT_CONFIG: ProjectConfig = {
  model: null,
  maxIterations: null,
  asks: { fileCreation: false, fileModification: false, commands: false, ownCode: false, looking: false },
  budget: { tokens: null, money: null, minutes: null },
  routines: [],
  hooks: [],
  deny: [],
  mcpServers: [],
};
