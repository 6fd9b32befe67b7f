import type { McpServer } from '../mcp/mcp.ts';
import type { Budget, Hook, Routine } from '../settings.ts';

/** The project's own configuration for work on it. It can only make the user's settings stricter: see `tightenSettings`. */
export interface ProjectConfig {
  /** Used if the user has chosen no model. */
  model: string | null;
  maxIterations: number | null;
  /** An action that is true here needs approval, whatever the user's setting. */
  asks: { fileCreation: boolean; fileModification: boolean; commands: boolean; ownCode: boolean; looking: boolean };
  budget: Budget;
  routines: readonly Routine[];
  hooks: readonly Hook[];
  /** Patterns of commands to deny. */
  deny: readonly string[];
  /** A server is used only after the user has agreed to it. */
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
