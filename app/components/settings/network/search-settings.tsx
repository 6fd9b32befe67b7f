import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $outbound } from '../../../lib/stores/outbound.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { useCommitOnLeave } from '../../ui/hooks/use-commit-on-leave.ts';

/** The web search of the agent: the model's own provider, or an address from the user. */
export function SearchSettings() {
  const actions = useActions('settings');
  const { searchEndpoint } = useStore($settings, { keys: ['searchEndpoint'] });
  const { models } = useStore($models);
  const { isAvailable } = useStore($outbound);
  const [text, setText] = useState(searchEndpoint);
  useEffect(() => setText(searchEndpoint), [searchEndpoint]);
  const problem = problemOf(text.trim());
  const keep = () => {
    if (problem === null && text.trim() !== searchEndpoint) actions.updateSettings({ searchEndpoint: text.trim() });
  };
  useCommitOnLeave(keep);
  return (
    <section aria-labelledby="search-heading" className="pt-5">
      <h3 id="search-heading" className="pb-1">
        {t('Web search')}
      </h3>
      <p id="search-text" className="text-sm c-text-3 pb-2">
        {models.some(({ searchesWeb }) => searchesWeb)
          ? t(
              'Some of your models search through their own provider. For the others, name the address of a search, such as your SearXNG’s, with %s for the words.',
            )
          : t('No provider here searches by itself. Name the address of a search, such as your SearXNG’s, with %s for the words.')}
        {!isAvailable && ` ${t('This server or runtime passes nothing on to other hosts, so that no address is of use.')}`}
      </p>
      <input
        type="url"
        aria-label={t('Search endpoint')}
        aria-describedby="search-text"
        aria-invalid={problem !== null}
        className="field"
        placeholder="https://search.example.org/search?format=json&q=%s"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
      />
      {problem !== null && (
        <p className="text-sm c-red pt-1" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/** Returns null if the address is valid. */
function problemOf(address: string): string | null {
  if (address === '') return null;
  const filled = address.replaceAll('%s', 'x');
  if (!URL.canParse(filled) || !/^https?:$/.test(new URL(filled).protocol))
    return t('Write a whole address that begins with https:// or http://.');
  if (!address.includes('%s')) return t('Write %s where the words of the search go.');
  return address.length > 2_000 ? t('At most {most} characters.', { most: numberText(2_000) }) : null;
}
