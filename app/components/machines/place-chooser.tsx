import { useStore } from '@nanostores/react';
import type { OwnComputer } from 'devonz-engine-protocol/machine/own-computer';
import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $ownComputer, type OwnComputerState } from '../../lib/stores/machines/own-computer.ts';
import type { HostToOpen } from '../page/overlay-context.tsx';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { BridgeLinkForm } from './bridge-link-form.tsx';
import { PlaceForm } from './place-form.tsx';
import type { WantedMachine } from './wanted-machine.ts';

interface PlaceChooserProps {
  host: HostToOpen | null;
  wanted: WantedMachine | null;
  onOpenChange: (isOpen: boolean) => void;
}

/** Shows the form if the server of this page opens folders, else how to start a bridge. */
export function PlaceChooser({ host, wanted, onOpenChange }: PlaceChooserProps) {
  const actions = useActions('machines');
  const own = useStore($ownComputer);
  const [isPasting, setIsPasting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the dialog opens and once when it closes, whichever object holds the actions
  useEffect(() => {
    void actions.lookAtOwnComputer();
    return () => actions.giveUpOpening();
  }, []);
  // The form stays mounted behind the field for an address, and if the server stops answering, so that typed values are kept.
  const [last, setLast] = useState<OwnComputer | null>(null);
  if (own.state === 'ready' && own.computer !== last) setLast(own.computer);
  const known = own.state === 'not-carried' || own.state === 'key-missing' ? null : last;
  const isFormShown = known !== null && !isPasting;
  if (own.state === 'unknown' && known === null) return <p role="status">{t('Asking the server of this page…')}</p>;
  return (
    <>
      {known !== null && (
        <div className={isFormShown ? 'contents' : 'hidden'}>
          {own.state === 'failed' && (
            <p role="alert" className="c-red wrap-anywhere">
              {own.why}
            </p>
          )}
          <PlaceForm computer={known} host={host} wanted={wanted} onOpenChange={onOpenChange} onPaste={() => setIsPasting(true)} />
        </div>
      )}
      {!isFormShown && (
        <div className="machine-body scroll">
          {known !== null ? (
            <div>
              <Button icon="i-lucide-arrow-left" onClick={() => setIsPasting(false)}>
                {t('Back to the form')}
              </Button>
            </div>
          ) : (
            own.state !== 'ready' && own.state !== 'unknown' && <p className="c-text-2 wrap-anywhere">{whyNoForm(own)}</p>
          )}
          <BridgeLinkForm link={null} wanted={wanted} onOpenChange={onOpenChange} />
        </div>
      )}
    </>
  );
}

function whyNoForm(own: Exclude<OwnComputerState, { state: 'ready' | 'unknown' }>): string {
  switch (own.state) {
    case 'key-missing':
      return t(
        'A form for this computer, servers and containers is here once you have opened the address that npm start printed, with #own-computer= in it. It works without that, too:',
      );
    case 'not-carried':
      return t('This page comes from a server that opens no folders of your computer.');
    case 'failed':
      return own.why;
  }
}
