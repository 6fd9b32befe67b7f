import { computed } from 'nanostores';
import { $projectConfig } from '../../stores/project-config.ts';
import { $settings } from '../../stores/settings.ts';
import { type KnownRoutine, knownRoutines } from './routines.ts';

/** All routines, sorted by name. Kept apart from `$projectConfig`, which the start page needs before the first key press. */
export const $routines = computed([$projectConfig, $settings], ({ config, scripts }, { routines }): readonly KnownRoutine[] =>
  knownRoutines({ user: routines, project: config.routines, scripts }),
);
