import { useState } from 'react';
import type { AboutBuild } from '../../../lib/about/about-build.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';

/** Third-party packages with their licences, by name. They are hidden until the user opens the list. */
export function PackageList({ packages }: Pick<AboutBuild, 'packages'>) {
  const [isShown, setIsShown] = useState(false);
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const found = packages.filter(({ name, license }) => `${name} ${license}`.toLowerCase().includes(wanted));
  return (
    <>
      <h3 id="about-packages" className="side-heading pt-5">
        {t('Packages of others')}
      </h3>
      <div className="flex items-center gap-16px pb-2">
        <p className="flex-1 text-sm c-text-3">
          {plural(packages.length, {
            one: 'This app, its server and the engine contain {count} package of others, under these licences.',
            other: 'This app, its server and the engine contain {count} packages of others, under these licences.',
          })}
        </p>
        {!isShown && (
          <Button size={24} onClick={() => setIsShown(true)}>
            {t('Show the list')}
          </Button>
        )}
      </div>
      {isShown && (
        <>
          <input
            type="search"
            className="field w-full"
            aria-label={t('Find a package or licence')}
            placeholder={t('Find a package or licence')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          {found.length === 0 && <p className="c-text-3 py-8px">{t('No package or licence has that name.')}</p>}
          <ul aria-labelledby="about-packages" className="about-packages">
            {found.map(({ name, version, license }) => (
              <li key={`${name}@${version}`}>
                <span className="mono wrap-anywhere">{name}</span> <span className="mono c-text-3">{version}</span>{' '}
                <span className="c-text-2">{license}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
