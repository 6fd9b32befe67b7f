import './projects.css';
import { useId, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { type Repository, readRepositoryAddress } from '../../lib/project/clone/repository-address.ts';
import { ImportProblem } from '../../lib/project/import/import-source.ts';
import type { Overlay } from '../page/overlay-context.tsx';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';

interface CloneDialogProps {
  onImport: (overlay: Extract<Overlay, { type: 'import' }>) => void;
  onOpenChange: (isOpen: boolean) => void;
}

/** Asks for the repository; its content is shown by the import dialog. */
export function CloneDialog({ onImport, onOpenChange }: CloneDialogProps) {
  const actions = useActions('projects');
  const [address, setAddress] = useState('');
  const ids = useId();
  const read = readRepositoryAddress(address);
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title={t('Clone a repository')} className="picker">
      <form
        className="flex flex-col gap-10px"
        onSubmit={(event) => {
          event.preventDefault();
          if (!read.ok) return;
          const { repository } = read;
          onImport({
            type: 'import',
            collect: async (signal) => {
              const fetched = await actions.fetchRepository(repository, signal);
              if (!fetched.ok) throw new ImportProblem(fetched.why);
              return fetched.source;
            },
          });
        }}
      >
        <div>
          <label className="block pb-4px c-text-2" htmlFor={`${ids}-address`}>
            {t('Address of a public repository')}
          </label>
          <input
            id={`${ids}-address`}
            className="field"
            value={address}
            placeholder={t('owner/name or https://github.com/owner/name/tree/branch/folder')}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={address !== '' && !read.ok}
            aria-describedby={`${ids}-what`}
            onChange={({ target }) => setAddress(target.value)}
          />
        </div>
        <p id={`${ids}-what`} className="text-sm c-text-2 wrap-anywhere">
          {read.ok ? whatIsAsked(read.repository) : read.why}
        </p>
        <div className="card-actions">
          <Button type="submit" variant="ink" disabled={!read.ok}>
            {t('Clone')}
          </Button>
          <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
        </div>
      </form>
    </DialogFrame>
  );
}

function whatIsAsked({ host, title, candidates: [likeliest] }: Repository): string {
  const { branch, folder } = likeliest ?? { branch: null, folder: '' };
  if (branch === null)
    return t('Asks {host} for the files of {title}, through this server. Its history and git itself do not come along yet.', {
      host,
      title,
    });
  const place = folder === '' ? branch : `${branch}/${folder}`;
  return t('Asks {host} for the files of {title} at {place}, through this server. Its history and git itself do not come along yet.', {
    host,
    title,
    place,
  });
}
