import { t } from '../../i18n/t.ts';
import type { ProjectKind, ProjectStart, StartProblem } from './project-facts.ts';

/** The project's kind in words: `React with Vite`, `Static page`. */
export function kindText(kind: ProjectKind): string {
  switch (kind.type) {
    case 'framework':
      return kind.bundler === null ? kind.name : t('{name} with {bundler}', { name: kind.name, bundler: kind.bundler });
    case 'project-of':
      return t('{name} project', { name: kind.name });
    case 'workspace':
      return t('Workspace of several packages');
    case 'node':
      return t('Node project');
    case 'page':
      return t('Static page');
    case 'program':
      return t('Node program');
    case 'empty':
      return t('Empty project');
    case 'files':
      return t('Files');
  }
}

/** Label of the button that runs `startCommand`; null if there is nothing to install or run. */
export function startLabel(start: ProjectStart): string | null {
  if (!start.canStart) return start.install === null ? null : t('Install');
  return start.install === null ? t('Run') : t('Install and run');
}

/** Why a project cannot be started. */
export function startProblemText(problem: StartProblem): string {
  switch (problem.type) {
    case 'package-elsewhere':
      return t('Its package.json is in {folder}: open a terminal there.', { folder: JSON.stringify(problem.folder) });
    case 'page-elsewhere':
      return t('Its page is in {folder}: serve that folder in a terminal.', { folder: JSON.stringify(problem.folder) });
    case 'no-scripts':
      return t('Its package.json has no scripts.');
    case 'no-start-script':
      return t('None of its scripts is called dev, start, serve or preview.');
    case 'language':
      return t('This runtime runs Node, npm and a shell, but no {language}: the agent can read and write the files, not run them.', {
        language: problem.name,
      });
    case 'package-broken':
      return t('Its package.json is no valid JSON, so that it cannot be installed or run as it is.');
    case 'nothing':
      return t('It has no package.json and no index.html: there is nothing to run.');
  }
}
