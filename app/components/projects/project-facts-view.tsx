import { t } from '../../lib/i18n/t.ts';
import { kindText, startProblemText } from '../../lib/project/recognise/facts-text.ts';
import { type ProjectFacts, startCommand } from '../../lib/project/recognise/project-facts.ts';
import { rich } from '../ui/text/rich.tsx';

const SHOWN_SCRIPTS = 8;

/** Describes a project's kind and how it is run. */
export function ProjectFactsView({ facts }: { facts: ProjectFacts }) {
  const { kind, tile, packageManager, scripts, start } = facts;
  const command = startCommand(facts);
  const names = scripts.slice(0, SHOWN_SCRIPTS).join(', ');
  const more = scripts.length - SHOWN_SCRIPTS;
  return (
    <section className="project-facts" aria-label={t('What this project is')}>
      <span aria-hidden="true" className="project-tile">
        {tile}
      </span>
      <div className="min-w-0">
        <p className="font-500">
          {kindText(kind)}
          {packageManager !== null && <span className="c-text-2 font-400">, {packageManager}</span>}
        </p>
        {scripts.length > 0 && (
          <p className="text-sm c-text-2 wrap-anywhere">
            {more > 0 ? t('Scripts: {names} and {more} more', { names, more }) : t('Scripts: {names}', { names })}
          </p>
        )}
        {command !== null && <p className="text-sm c-text-2">{rich('Runs by {command}', { command: <code>{command}</code> })}</p>}
        {!start.canStart && <p className="text-sm c-text-2">{startProblemText(start.why)}</p>}
      </div>
    </section>
  );
}
