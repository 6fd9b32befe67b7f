import { t } from '../../lib/i18n/t.ts';
import { placeName } from '../../lib/protocol/machines/place-name.ts';
import type { FoundPlace } from '../../lib/stores/machines/own-computer.ts';
import { Icon } from '../ui/icon.tsx';
import { visibleName } from '../ui/text/visible-name.ts';

/** Programs that are named even if they are missing, because a project is likely to need them. */
const ASKED = ['node', 'git', 'docker', 'ollama'] as const;
const MOST_PROGRAMS = 20;
const TITLES = new Map([
  ['node', 'Node'],
  ['git', 'Git'],
  ['docker', 'Docker'],
  ['ollama', 'Ollama'],
]);

/** Shows the result of a test. */
export function FoundFacts({ found }: { found: FoundPlace }) {
  const { system, shell, folder, programs } = found;
  const versions = new Map(Object.entries(programs));
  const names = [...new Set([...ASKED, ...versions.keys()])].slice(0, MOST_PROGRAMS);
  const facts = [
    [t('System'), visibleName(system)],
    [t('Shell'), visibleName(shell)],
    [t('Folder'), visibleName(folder)],
    ...names.map((name) => [TITLES.get(name) ?? visibleName(name), visibleName(versions.get(name) ?? '') || t('not found')] as const),
  ] as const;
  return (
    <div className="opening">
      <p>
        <Icon name="i-lucide-check" className="c-green" /> {t('It works: {place} answers.', { place: visibleName(placeName(found)) })}
      </p>
      <dl className="found-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="c-text-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
