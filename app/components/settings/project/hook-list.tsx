import '../rule-list.css';
import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $projectConfig } from '../../../lib/stores/project-config.ts';
import { Badge } from '../../ui/badge.tsx';
import { hookTitle } from '../../ui/text/hook-title.ts';

/** The commands that the open project runs automatically. They can be changed only in its file. */
export function HookList() {
  const { hooks } = useStore($projectConfig).config;
  const { denied } = useStore($chat, { keys: ['hooks'] }).hooks;
  return (
    <section aria-labelledby="hooks-heading" className="pt-5">
      <div className="flex flex-wrap items-baseline gap-2 pb-2">
        <h3 id="hooks-heading">{t('Hooks of this project')}</h3>
        <p className="text-sm c-text-3">{t('Commands that .devonz/config.toml has run by itself. Each asks once for its exact text.')}</p>
      </div>
      <ul aria-label={t('Hooks of this project')} className="rules">
        {hooks.length === 0 && <li className="rule c-text-3">{t('None. [[hooks]] in .devonz/config.toml names some.')}</li>}
        {hooks.map(({ when, command, files, timeout }) => (
          <li key={`${when} ${command} ${files ?? ''}`} className="rule" data-idle={denied.has(command)}>
            <code className="flex-1 truncate" title={command}>
              {command}
            </code>
            {files !== undefined && <span className="text-sm c-text-3 mono truncate">{files}</span>}
            <span className="text-sm c-text-3 tabular">{timeout} s</span>
            {denied.has(command) && <Badge tone="red">{t('Denied in this chat')}</Badge>}
            <Badge tone="neutral">{hookTitle(when)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
