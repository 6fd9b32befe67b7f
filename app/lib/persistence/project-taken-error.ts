import { buttonName } from '../button-names/button-name.ts';
import { t } from '../i18n/t.ts';
import type { ProjectId } from '../protocol/ids.ts';

/** The project is being worked on by another tab: nothing was written. */
export class ProjectTakenError extends Error {
  override readonly name = 'ProjectTakenError';
  constructor(readonly projectId: ProjectId | null = null) {
    super(t('This project is open in another tab. Press “{button}” to work on it in this one.', { button: buttonName('use-it-here') }));
  }
}
