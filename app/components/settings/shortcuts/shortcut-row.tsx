import { type RefObject, useEffect, useRef } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { Command, KeyPlace } from '../../page/keys/command.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Keys } from '../../ui/keys.tsx';
import { chordName, keyName } from '../../ui/text/key-name.ts';
import { KeyRecorder } from './key-recorder.tsx';
import type { KeyChanges } from './use-key-changes.ts';

const PLACES: Readonly<Record<Exclude<KeyPlace, 'page'>, () => string>> = {
  editor: () => t('in the editor'),
  terminal: () => t('in the terminal'),
  card: () => t('on a card that waits'),
  'outside-editor': () => t('outside the editor'),
};

/** A command with its keys and the buttons to change them. */
export function ShortcutRow({ command, changes }: { command: Command; changes: KeyChanges }) {
  const { change } = changes;
  const text = command.text();
  const state = change.type !== 'none' && change.id === command.id ? change : null;
  const keys = changes.keysOf(command);
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfter(state !== null, button);
  return (
    <li className="setting-row shortcut-row">
      <span className="flex-1 min-w-0">{text}</span>
      {command.place !== undefined && command.place !== 'page' && <span className="text-sm c-text-3">{PLACES[command.place]()}</span>}
      {state?.type === 'recording' ? (
        <KeyRecorder
          text={text}
          problem={state.problem}
          onTake={(chord) => changes.take(command, chord)}
          onClear={() => changes.clear(command)}
          onCancel={() => changes.cancel(command)}
        />
      ) : (
        <>
          <KeysShown keys={keys} />
          <span className="shortcut-actions">
            {changes.isChanged(command) && (
              <IconButton
                icon="i-lucide-undo-2"
                iconSize={14}
                label={t('Reset keys of “{text}”', { text })}
                tip={t('Reset')}
                onClick={() => changes.reset(command)}
              />
            )}
            <IconButton
              ref={button}
              icon="i-lucide-pencil"
              iconSize={14}
              label={t('Change keys of “{text}”', { text })}
              tip={t('Change')}
              onClick={() => changes.begin(command)}
            />
          </span>
        </>
      )}
      {state?.type === 'recording' && (
        <p className={`shortcut-note ${state.problem === null ? 'c-text-3' : 'c-red'}`}>
          {state.problem ?? t('Escape cancels, Backspace takes the keys away.')}
        </p>
      )}
      {state?.type === 'question' && (
        <div className="shortcut-note shortcut-question">
          <span>{t('{keys} is “{owner}”: take it from there?', { keys: chordName(state.keys), owner: state.owner })}</span>
          <Button size={24} variant="ink" ref={focusIt} onClick={() => changes.bind(command, state.keys)}>
            {t('Take {keys}', { keys: chordName(state.keys) })}
          </Button>
          <Button size={24} variant="ghost" onClick={() => changes.cancel(command)}>
            {t('Leave it')}
          </Button>
        </div>
      )}
    </li>
  );
}

function KeysShown({ keys }: { keys: string | null }) {
  if (keys === null) return <span className="text-sm c-text-3">{t('No keys')}</span>;
  return (
    <>
      <Keys keys={keys.split('+')} />
      <span className="visually-hidden">{keys.split('+').map(keyName).join(' ')}</span>
    </>
  );
}

/** A ref callback with a stable identity: a new one on each render would move the focus back each time. */
function focusIt(element: HTMLElement | null): void {
  element?.focus();
}

/** When editing ends, the focused element is gone: moves the focus back to the button that started it, unless it is elsewhere by then. */
function useFocusAfter(isAtWork: boolean, button: RefObject<HTMLButtonElement>): void {
  const wasAtWork = useRef(false);
  useEffect(() => {
    if (wasAtWork.current && !isAtWork && (document.activeElement === null || document.activeElement === document.body))
      button.current?.focus();
    wasAtWork.current = isAtWork;
  }, [isAtWork, button]);
}
