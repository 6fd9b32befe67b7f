import type { Connection } from '../machines/connection.ts';
import type { McpServer } from '../mcp/mcp.ts';
import type { SettingName } from '../settings/setting-names.ts';
import type { Hook, Routine } from '../settings/setting-parts.ts';

/** The project's own configuration for work on it. It can only make the user's settings stricter: see `tightenSettings`. */
export interface ProjectConfig {
  /** The machine on which the project is meant to be worked on; null if the file says nothing of it. */
  connection: Connection | null;
  /** Used if the user has chosen no model: an id, or a model's name. */
  model: string | null;
  /** Values towards which the user's settings are tightened. */
  tightened: Readonly<Partial<Record<SettingName, boolean | number>>>;
  routines: readonly Routine[];
  hooks: readonly Hook[];
  /** Patterns of commands to deny. */
  deny: readonly string[];
  /** A server is used only after the user has agreed to it. */
  mcpServers: readonly McpServer[];
}

export const EMPTY_PROJECT_CONFIG: ProjectConfig = {
  connection: null,
  model: null,
  tightened: {},
  routines: [],
  hooks: [],
  deny: [],
  mcpServers: [],
};
