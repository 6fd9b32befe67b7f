import './projects.css';
import { useId, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { generatorCommand } from '../../lib/project/generators/generator-command.ts';
import { GENERATORS } from '../../lib/project/generators/generator-list.ts';
import { readGenerator } from '../../lib/project/generators/read-generator.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { rich } from '../ui/text/rich.tsx';

/** Id of the list of names: only one dialog is open at a time. */
const KNOWN = 'known-generators';

/** Creates a project with an npm generator: its name, its arguments, and the resulting command. */
export function GeneratorDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const actions = useActions('projects');
  const [generator, setGenerator] = useState(GENERATORS[0]?.name ?? '');
  /** `null` for the generator's default arguments. */
  const [ownGiven, setOwnGiven] = useState<string | null>(null);
  const ids = useId();
  const read = readGenerator(generator);
  const given = ownGiven ?? read.arguments;
  const request = { generator: read.name, arguments: given };
  const command = generatorCommand(request);
  function choose(text: string) {
    setGenerator(text);
    // The arguments of one generator do not apply to another.
    if (readGenerator(text).name !== read.name) setOwnGiven(null);
  }
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title={t('From a generator')} className="picker">
      <form
        className="flex flex-col gap-10px"
        onSubmit={(event) => {
          event.preventDefault();
          if (!command.ok) return;
          onOpenChange(false);
          void actions.startFromGenerator(request);
        }}
      >
        <div>
          <label className="block pb-4px c-text-2" htmlFor={`${ids}-name`}>
            {t('Generator, an npm package')}
          </label>
          <input
            id={`${ids}-name`}
            className="field"
            list={KNOWN}
            value={generator}
            aria-invalid={!command.ok}
            aria-describedby={`${ids}-command`}
            onChange={({ target }) => choose(target.value)}
          />
          <datalist id={KNOWN}>
            {GENERATORS.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </datalist>
        </div>
        <div>
          <label className="block pb-4px c-text-2" htmlFor={`${ids}-arguments`}>
            {t('What it is given')}
          </label>
          <input id={`${ids}-arguments`} className="field" value={given} onChange={({ target }) => setOwnGiven(target.value)} />
        </div>
        <p id={`${ids}-command`} className="text-sm c-text-2 wrap-anywhere">
          {command.ok
            ? rich('In a new project this runs {command}. What it asks is asked in the terminal.', { command: <code>{command.text}</code> })
            : command.why}
        </p>
        <div className="card-actions">
          <Button type="submit" variant="ink" disabled={!command.ok}>
            {t('Run it')}
          </Button>
          <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
        </div>
      </form>
    </DialogFrame>
  );
}
