import './about-settings.css';
import { useEffect, useState } from 'react';
import type { AboutBuild } from '../../../lib/about/about-build.ts';
import { helpPages } from '../../../lib/help/help-pages.ts';
import { $isTourOpen } from '../../../lib/help/tour-request.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SettingRow } from '../setting-row.tsx';
import { ABOUT_SETTINGS_TEXT as TEXT } from './about-settings-text.ts';
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
      <SettingRow title={TEXT.tour()} text={TEXT.tourText()} textId="about-tour">
        <Button
          onClick={() => {
            setOverlay({ type: 'none' });
            $isTourOpen.set(true);
          }}
        >
          {TEXT.takeTour()}
        </Button>
      </SettingRow>
      <h3 id="about-documents" className="side-heading pt-5">
        {TEXT.documents()}
      </h3>
      <p className="text-sm c-text-3 pb-1">{TEXT.documentsText()}</p>
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
  const [build, setBuild] = useState<AboutBuild | string>(TEXT.loading);
  useEffect(() => {
    let isCurrent = true;
    const show = (next: AboutBuild | string) => isCurrent && setBuild(next);
    import('../../../lib/about/about-build.ts').then(
      ({ ABOUT_BUILD }) => show(ABOUT_BUILD),
      () => show(TEXT.failed()),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return build;
}

function BuildFacts({ build: { version, license, commit, engineVersion } }: { build: AboutBuild }) {
  const facts = [
    { name: TEXT.version(), value: version },
    { name: TEXT.commit(), value: commitText(commit) },
    { name: TEXT.engine(), value: engineVersion },
    { name: TEXT.licence(), value: license },
  ];
  return (
    <dl aria-label={TEXT.facts()} className="about-facts">
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
  if (commit === null) return TEXT.noCommit();
  return commit.endsWith('+') ? TEXT.changedCommit(commit.slice(0, -1)) : commit;
}
