import { atom } from 'nanostores';
import { EMPTY_PROJECT_CONFIG, type ProjectConfig } from '../protocol/project-facts/project-config.ts';
import type { ProjectPrompts } from '../protocol/prompts/project-prompt.ts';

export interface ProjectConfigState {
  config: ProjectConfig;
  /** Problems in the file, each with its line. */
  warnings: readonly string[];
  /** Names of the scripts in package.json. */
  scripts: readonly string[];
}

/** The settings in the open project's `.devonz/config.toml`. */
export const $projectConfig = atom<ProjectConfigState>({ config: EMPTY_PROJECT_CONFIG, warnings: [], scripts: [] });

/** The prompts in the open project's `.devonz/prompts`. */
export const $projectPrompts = atom<ProjectPrompts>({ prompts: [], problems: [] });

/** The machine, as `user@host`, on which the user did not want to work when the project's file named it; until the page is reloaded. */
export const $declinedConnection = atom<string | null>(null);
