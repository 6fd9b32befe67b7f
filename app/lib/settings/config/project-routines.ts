import { computed } from 'nanostores';
import { $projectConfig } from '../../stores/project-config.ts';
import { $settings } from '../../stores/settings.ts';
import { type KnownRoutine, knownRoutines } from './routines.ts';

/** Every routine there is, by name. Not beside `$projectConfig`: the start page needs that one before its first key. */
export const $routines = computed([$projectConfig, $settings], ({ config, scripts }, { routines }): readonly KnownRoutine[] =>
  knownRoutines({ user: routines, project: config.routines, scripts }),
);
