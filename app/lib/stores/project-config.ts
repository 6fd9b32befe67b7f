import { atom } from 'nanostores';
import { EMPTY_PROJECT_CONFIG, type ProjectConfig } from '../protocol/project-facts/project-config.ts';
import type { ProjectPrompts } from '../protocol/prompts/project-prompt.ts';

export interface ProjectConfigState {
  config: ProjectConfig;
  /** What is wrong with the file, each with its line. */
  warnings: readonly string[];
  /** Names of the scripts of package.json. */
  scripts: readonly string[];
}

/** What the open project's `.devonz/config.toml` says. */
export const $projectConfig = atom<ProjectConfigState>({ config: EMPTY_PROJECT_CONFIG, warnings: [], scripts: [] });

/** What the open project has in `.devonz/prompts`. */
export const $projectPrompts = atom<ProjectPrompts>({ prompts: [], problems: [] });
