import { useStore } from '@nanostores/react';
import type { OwnComputer } from 'devonz-engine-protocol/machine/own-computer';
import { useEffect, useId, useRef } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $hosts, $opening } from '../../lib/stores/machines/own-computer.ts';
import { HostList } from '../page/hosts/host-list.tsx';
import { hostTitle, PLACE_KINDS, placeKindName } from '../page/hosts/host-text.ts';
import type { HostToOpen } from '../page/overlay-context.tsx';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { Segments } from '../ui/diff/segments.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { OpeningView } from './opening-view.tsx';
import { PlaceFields } from './place-fields.tsx';
import { usePlaceForm } from './use-place-form.ts';
import type { WantedMachine } from './wanted-machine.ts';

interface PlaceFormProps {
  computer: OwnComputer;
  /** An entry of the list to begin with. */
  host: HostToOpen | null;
  /** The machine that the user wants to work on; null if it is any. */
  wanted: WantedMachine | null;
  onOpenChange: (isOpen: boolean) => void;
  onPaste: () => void;
}

/** The list of hosts, and a form for another one. */
export function PlaceForm({ computer, host, wanted, onOpenChange, onPaste }: PlaceFormProps) {
  const actions = useActions('machines');
  const hosts = useStore($hosts);
  const opening = useStore($opening);
  const form = usePlaceForm({ host, wanted, onOpened: () => onOpenChange(false) });
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const focusForm = () => body.current?.querySelector<HTMLElement>('.place-form input')?.focus();
  useEffect(() => body.current?.querySelector<HTMLElement>('.host button, .place-form input')?.focus(), []);
  useEffect(() => {
    if (form.problem !== null) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.problem]);
  const isBusy = opening.state === 'running';
  const isTest = isBusy && opening.isTest;
  const edited = hosts.find((each) => each.id === form.hostId);
  return (
    <>
      <div ref={body} className="machine-body scroll">
        {hosts.length > 0 && (
          <HostList
            hosts={hosts}
            onConnect={form.connectHost}
            onEdit={(hostId) => {
              form.editHost(hostId);
              focusForm();
            }}
            onForget={actions.forgetKeptHost}
          />
        )}
        <form
          id={id}
          className="place-form"
          aria-label={t('Place')}
          onSubmit={(event) => {
            event.preventDefault();
            form.connect();
          }}
        >
          {edited !== undefined && (
            <p className="card-actions">
              <span className="c-text-2 wrap-anywhere">{t('You are editing {host}.', { host: visibleName(hostTitle(edited)) })}</span>
              <Button size={24} onClick={form.startNew}>
                {t('Enter another one')}
              </Button>
            </p>
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a line of buttons in every browser */}
          <div role="group" aria-label={t('Where')}>
            <Segments
              segments={PLACE_KINDS.map((kind) => ({ id: kind, text: placeKindName(kind) }))}
              current={form.draft.kind}
              onChange={(kind) => form.change({ kind })}
            />
          </div>
          <PlaceFields computer={computer} draft={form.draft} problem={form.problem} onChange={form.change} />
        </form>
        <OpeningView />
      </div>
      <div className="card-actions">
        <Button type="submit" form={id} variant="ink" disabled={isBusy} isBusy={isBusy && !isTest}>
          {isBusy && !isTest ? t('Connecting…') : t('Connect')}
        </Button>
        <Button disabled={isBusy} isBusy={isTest} onClick={form.test}>
          {t('Test')}
        </Button>
        {isBusy ? (
          <Button onClick={actions.giveUpOpening}>{t('Give up')}</Button>
        ) : (
          <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
        )}
        <Button variant="ghost" className="paste-way" onClick={onPaste}>
          {t('Paste a bridge’s address')}
        </Button>
      </div>
    </>
  );
}
