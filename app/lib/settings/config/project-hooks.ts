import { computed } from 'nanostores';
import type { ProjectHook } from '../../agent/contract/ports.ts';
import { globMatcher } from '../../search/glob-pattern.ts';
import { $projectConfig } from '../../stores/project-config.ts';

/** The commands that the project runs automatically. */
export const $hooks = computed($projectConfig, ({ config }): readonly ProjectHook[] =>
  config.hooks.map(({ when, command, files, timeout }) => ({
    when,
    command,
    timeoutMs: timeout * 1000,
    matches: files === undefined ? null : globMatcher(files),
  })),
);
