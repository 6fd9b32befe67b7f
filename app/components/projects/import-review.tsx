import { useId, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { countText, type ImportPlan, refusalText, sizeText } from '../../lib/project/import/import-plan.ts';
import { Button } from '../ui/button.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { ProjectFactsView } from './project-facts-view.tsx';

interface ImportReviewProps {
  plan: ImportPlan;
  /** The folder that the project will be synchronised with, or `null` if a copy is imported. */
  folder: string | null;
  isLooking: boolean;
  hasOpenProject: boolean;
  onWithIgnored: (withIgnored: boolean) => void;
  onBringIn: (request: { name: string; into: 'new' | 'open' }) => void;
  onCancel: () => void;
}

/** Shows which files would be imported and which not, before anything is written. */
export function ImportReview({ plan: given, folder, isLooking, hasOpenProject, onWithIgnored, onBringIn, onCancel }: ImportReviewProps) {
  // A project may start in an empty folder.
  const isEmpty = folder !== null && given.files === 0;
  const plan = isEmpty ? { ...given, refusal: null } : given;
  const [name, setName] = useState(plan.name);
  const [into, setInto] = useState<'new' | 'open'>('new');
  const [withIgnored, setWithIgnored] = useState(false);
  const hasIgnored = withIgnored || plan.leftOut.some(({ reason }) => reason === 'ignored');
  const nameId = useId();
  return (
    <form
      className="flex flex-col gap-10px min-h-0 scroll"
      onSubmit={(event) => {
        event.preventDefault();
        onBringIn({ name: name.trim() || plan.name, into: hasOpenProject && folder === null ? into : 'new' });
      }}
    >
      <p className="font-500 tabular">
        {countText(plan.files)}, {sizeText(plan.bytes)}
      </p>
      {plan.refusal !== null && <p role="alert">{refusalText({ ...plan, refusal: plan.refusal })}</p>}
      {isEmpty && <p className="c-text-2">{t('The folder is empty. What comes into the project is written into it.')}</p>}
      {plan.refusal === null && !isEmpty && <ProjectFactsView facts={plan.facts} />}
      {plan.leftOut.length > 0 && <LeftOutList leftOut={plan.leftOut} />}
      {hasIgnored && (
        <label className="flex items-center gap-8px">
          <input
            type="checkbox"
            checked={withIgnored}
            disabled={isLooking}
            onChange={({ target }) => {
              setWithIgnored(target.checked);
              onWithIgnored(target.checked);
            }}
          />
          {t('Also what .gitignore excludes')}
        </label>
      )}
      {plan.secrets.length > 0 && <Secrets paths={plan.secrets} />}
      {plan.refusal === null && hasOpenProject && folder === null && <Target into={into} onChange={setInto} />}
      {plan.refusal === null && (into === 'new' || !hasOpenProject) && (
        <div>
          <label className="block pb-4px c-text-2" htmlFor={nameId}>
            {t('Name of the project')}
          </label>
          <input id={nameId} className="field" value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
        </div>
      )}
      <div className="card-actions">
        {plan.refusal === null && (
          <Button type="submit" variant="ink" isBusy={isLooking} disabled={isLooking}>
            {folder === null ? t('Bring in {files}', { files: countText(plan.files) }) : t('Open the folder')}
          </Button>
        )}
        <Button onClick={onCancel}>{plan.refusal === null ? t('Cancel') : t('Close')}</Button>
      </div>
    </form>
  );
}

const SHOWN = 3;

function Secrets({ paths }: { paths: readonly string[] }) {
  const files = paths.slice(0, SHOWN).join(', ');
  const more = paths.length - SHOWN;
  return (
    <p className="text-sm c-text-2 wrap-anywhere">
      {more > 0
        ? t('{files} and {more} more may hold keys: kept as files of the project, and sent to no model unless you allow it.', {
            files,
            more,
          })
        : t('{files} may hold keys: kept as files of the project, and sent to no model unless you allow it.', { files })}
    </p>
  );
}

function Target({ into, onChange }: { into: 'new' | 'open'; onChange: (into: 'new' | 'open') => void }) {
  return (
    <fieldset className="plain-group flex flex-col gap-4px">
      <legend className="pb-4px c-text-2">{t('Where to')}</legend>
      <label className="flex items-center gap-8px">
        <input type="radio" name="into" checked={into === 'new'} onChange={() => onChange('new')} />
        {t('A project of its own')}
      </label>
      <label className="flex items-center gap-8px">
        <input type="radio" name="into" checked={into === 'open'} onChange={() => onChange('open')} />
        {t('Into the open project: files of the same name are replaced, and can be restored in Changes')}
      </label>
    </fieldset>
  );
}
