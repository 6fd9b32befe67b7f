import { atom, computed } from 'nanostores';
import type { ProjectHook } from '../agent/ports.ts';
import type { ProjectPrompts } from '../protocol/prompts/project-prompt.ts';
import { globMatcher } from '../search/glob-pattern.ts';
import { EMPTY_PROJECT_CONFIG, type ProjectConfig } from '../settings/config/empty-project-config.ts';
import { type KnownRoutine, knownRoutines } from '../settings/config/routines.ts';
import { $settings } from './settings.ts';

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

/** Every routine there is, by name. */
export const $routines = computed([$projectConfig, $settings], ({ config, scripts }, { routines }): readonly KnownRoutine[] =>
  knownRoutines({ user: routines, project: config.routines, scripts }),
);

/** What the project wants run by itself. */
export const $hooks = computed($projectConfig, ({ config }): readonly ProjectHook[] =>
  config.hooks.map(({ when, command, files, timeout }) => ({
    when,
    command,
    timeoutMs: timeout * 1000,
    matches: files === undefined ? null : globMatcher(files),
  })),
);
