import './about-settings.css';
import { useEffect, useState } from 'react';
import type { AboutBuild } from '../../../lib/about/about-build.ts';
import { helpPages } from '../../../lib/help/help-pages.ts';
import { $isTourOpen } from '../../../lib/help/tour-request.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SettingRow } from '../setting-row.tsx';
import { PackageList } from './package-list.tsx';

/** The About tab: facts about the build, its packages and links to its documents. */
export function AboutSettings() {
  const { setOverlay } = useOverlay();
  const build = useAboutBuild();
  return (
    <>
      {typeof build === 'string' ? (
        <p role="status" className="c-text-2">
          {build}
        </p>
      ) : (
        <BuildFacts build={build} />
      )}
      <SettingRow title={t('Three steps')} text={t('What to say, what to approve, where it runs.')} textId="about-tour">
        <Button
          onClick={() => {
            setOverlay({ type: 'none' });
            $isTourOpen.set(true);
          }}
        >
          {t('Take the tour')}
        </Button>
      </SettingRow>
      <h3 id="about-documents" className="side-heading pt-5">
        {t('Documents')}
      </h3>
      <p className="text-sm c-text-3 pb-1">{t('They come with the app; the agent reads the same ones.')}</p>
      <ul aria-labelledby="about-documents" className="about-documents">
        {helpPages.list().map((page) => (
          <li key={page}>
            <button type="button" className="about-document" onClick={() => setOverlay({ type: 'help', page })}>
              <Icon name="i-lucide-file-text" size={14} className="c-text-2" />
              {page}
            </button>
          </li>
        ))}
      </ul>
      {typeof build !== 'string' && <PackageList packages={build.packages} />}
    </>
  );
}

/** Returns the build's facts, or a text to show while there are none. */
function useAboutBuild(): AboutBuild | string {
  const [build, setBuild] = useState<AboutBuild | string>(() => t('Loading…'));
  useEffect(() => {
    let isCurrent = true;
    const show = (next: AboutBuild | string) => isCurrent && setBuild(next);
    import('../../../lib/about/about-build.ts').then(
      ({ ABOUT_BUILD }) => show(ABOUT_BUILD),
      () => show(t('What this build contains could not be loaded. Check the connection, then open this page again.')),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return build;
}

function BuildFacts({ build: { version, license, commit, engineVersion } }: { build: AboutBuild }) {
  const facts = [
    { name: t('Version'), value: version },
    { name: t('Commit'), value: commitText(commit) },
    { name: t('Engine'), value: engineVersion },
    { name: t('Licence'), value: license },
  ];
  return (
    <dl aria-label={t('This build')} className="about-facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="c-text-3">{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function commitText(commit: string | null): string {
  if (commit === null) return t('Not known: it was not built from a repository');
  return commit.endsWith('+') ? t('{commit}, with changes', { commit: commit.slice(0, -1) }) : commit;
}
