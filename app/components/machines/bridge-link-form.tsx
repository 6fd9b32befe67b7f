import { useEffect, useId, useRef, useState } from 'react';
import { saidReason } from '../../lib/i18n/said-reason.ts';
import { t } from '../../lib/i18n/t.ts';
import { readBridgeLink } from '../../lib/machines/read-bridge-link.ts';
import { reasonText } from '../../lib/protocol/texts/reason.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { bridgeCommand } from './bridge-command.ts';
import { BridgeFinder } from './bridge-finder.tsx';
import type { WantedMachine } from './wanted-machine.ts';

const EXAMPLE = 'http://ide.localhost:8788/#bridge=…';

interface BridgeLinkFormProps {
  /** The address with which the page was opened; null if the user has yet to enter one. */
  link: string | null;
  /** The machine that the user wants to work on; null if it is any. */
  wanted: WantedMachine | null;
  onOpenChange: (isOpen: boolean) => void;
}

/** Asks before a real machine is connected: a stranger's link must not connect by itself. */
export function BridgeLinkForm({ link, wanted, onOpenChange }: BridgeLinkFormProps) {
  const actions = useActions('machines');
  const [text, setText] = useState(link ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const failure = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (hasFailed) failure.current?.focus();
  }, [hasFailed]);
  const ids = useId();
  const reading = readBridgeLink(text);
  const connect = async () => {
    setIsBusy(true);
    setHasFailed(false);
    const isOpen = await actions.openMachine(text);
    setIsBusy(false);
    if (isOpen) onOpenChange(false);
    else setHasFailed(true);
  };
  return (
    <form
      className="flex flex-col gap-10px"
      onSubmit={(event) => {
        event.preventDefault();
        if (reading.ok && !isBusy) void connect();
      }}
    >
      {link === null && (
        <>
          <p className="c-text-2">
            {t('A folder is opened by a small program, the bridge. Start it, and paste the address that it prints:')}
          </p>
          <pre className="field wrap-anywhere whitespace-pre-wrap">{bridgeCommand(wanted)}</pre>
          <BridgeFinder />
          <div>
            <label className="block pb-4px c-text-2" htmlFor={`${ids}-link`}>
              {t('Address that the bridge prints')}
            </label>
            <input
              id={`${ids}-link`}
              className="field"
              value={text}
              placeholder={EXAMPLE}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={text !== '' && !reading.ok}
              aria-describedby={`${ids}-what`}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
        </>
      )}
      <p id={`${ids}-what`} className="text-sm c-text-2 wrap-anywhere">
        {reading.ok
          ? t(
              'Connects to the bridge at {address}. The agent can then read and change files in its folder and run commands as you, each after you have allowed it. Connect only if you have started this bridge yourself.',
              { address: reading.link.address },
            )
          : text !== '' && t('This cannot be used: {why}.', { why: saidReason({ why: reasonText(reading.why), reason: reading.why }) })}
      </p>
      {hasFailed && (
        <p ref={failure} role="alert" tabIndex={-1} className="c-red">
          {t('It was not connected; the notice says why. What you have entered is still here.')}
        </p>
      )}
      <div className="card-actions">
        <Button type="submit" variant="ink" disabled={!reading.ok || isBusy}>
          {isBusy ? t('Connecting…') : t('Connect')}
        </Button>
        <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
