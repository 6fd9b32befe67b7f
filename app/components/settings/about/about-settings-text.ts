import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

export const ABOUT_SETTINGS_TEXT = {
  facts: () => t('This build'),
  version: () => t('Version'),
  licence: () => t('Licence'),
  commit: () => t('Commit'),
  noCommit: () => t('Not known: it was not built from a repository'),
  changedCommit: (commit: string) => t('{commit}, with changes', { commit }),
  engine: () => t('Engine'),
  tour: () => t('Three steps'),
  tourText: () => t('What to say, what to approve, where it runs.'),
  takeTour: () => t('Take the tour'),
  documents: () => t('Documents'),
  documentsText: () => t('They come with the app; the agent reads the same ones.'),
  packages: () => t('Packages of others'),
  packagesText: (count: number) =>
    plural(count, {
      one: 'This app, its server and the engine contain {count} package of others, under these licences.',
      other: 'This app, its server and the engine contain {count} packages of others, under these licences.',
    }),
  showPackages: () => t('Show the list'),
  find: () => t('Find a package or licence'),
  noneFound: () => t('No package or licence has that name.'),
  loading: () => t('Loading…'),
  failed: () => t('What this build contains could not be loaded. Check the connection, then open this page again.'),
} as const;
