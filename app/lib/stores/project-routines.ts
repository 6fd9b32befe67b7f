import { computed } from 'nanostores';
import { type KnownRoutine, knownRoutines } from '../settings/config/routines.ts';
import { $projectConfig } from './project-config.ts';
import { $settings } from './settings.ts';

/** Every routine there is, by name. Not beside `$projectConfig`: the start page needs that one before its first key. */
export const $routines = computed([$projectConfig, $settings], ({ config, scripts }, { routines }): readonly KnownRoutine[] =>
  knownRoutines({ user: routines, project: config.routines, scripts }),
);
