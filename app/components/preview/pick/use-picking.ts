import { useStore } from '@nanostores/react';
import type { PickedElement, PickerKey } from 'devonz-engine-protocol/page-pick';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChatActions } from '../../../lib/chat/chat-service.ts';
import { t } from '../../../lib/i18n/t.ts';
import { type PickEnd, type Picking, pickInPage } from '../../../lib/picker/pick-in-page.ts';
import { $isPickAsked } from '../../../lib/picker/pick-request.ts';
import { pickedText } from '../../../lib/picker/picked-text.ts';
import { type ElementPlace, placeOfElement } from '../../../lib/picker/place-of-element.ts';
import { $files } from '../../../lib/stores/files.ts';
import type { Preview } from '../../../lib/stores/previews.ts';
import { $announcement, $narrowPane } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { visibleLines, visibleName } from '../../ui/text/visible-name.ts';
import { pickFromPage } from '../page-messages.ts';

const ENDS: Readonly<Record<Exclude<PickEnd, 'picked' | 'left'>, () => string>> = {
  silent: () => t('The page does not answer: it may hang, or not be a page of this program. Reload the preview and try again.'),
  failed: () => t('The page’s own policy (Content-Security-Policy) does not let elements be picked in it.'),
  flooded: () => t('The page sent messages without end. Nothing was picked.'),
};

/** The result of the last picking. */
export type PickResult = { type: 'picked'; name: string; place: ElementPlace | null } | { type: 'nothing'; why: string };

export interface PagePicking {
  isOn: boolean;
  result: PickResult | null;
  button: RefObject<HTMLButtonElement>;
  toggle(): void;
  press(key: PickerKey): void;
  dismiss(): void;
}

/** Picks an element of the shown page, once each time the user turns picking on. `preview` is null if there is no page. */
export function usePicking(frame: RefObject<HTMLIFrameElement>, preview: Preview | null): PagePicking {
  const chat = useActions('chat');
  const [isOn, setIsOn] = useState(false);
  const [result, setResult] = useState<PickResult | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const session = useRef<Picking | null>(null);
  const url = preview?.url ?? null;
  const end = (why: string | null) => {
    session.current = null;
    setIsOn(false);
    if (why !== null) setResult({ type: 'nothing', why });
    $announcement.set(why ?? t('Picking is off.'));
  };
  const leave = () => {
    session.current?.leave();
    if (session.current !== null) end(null);
  };
  const start = () => {
    const element = frame.current;
    if (element === null || preview === null || session.current !== null) return;
    session.current = pickInPage({
      ask: (port) => pickFromPage(element, preview.url, port),
      onStop: ({ name, text, width, height }) =>
        $announcement.set(
          visibleName(text) === ''
            ? t('{name}, {width} by {height}', { name: visibleName(name), width, height })
            : t('{name}, {text}, {width} by {height}', { name: visibleName(name), text: visibleName(text), width, height }),
        ),
      onPicked: (picked) => setResult(take(chat, picked, preview.port)),
      onEnd: (how) => end(how === 'picked' || how === 'left' ? null : ENDS[how]()),
    });
    setResult(null);
    setIsOn(true);
    // The keys that move through the page are pressed on this button.
    button.current?.focus();
    $announcement.set(
      t(
        'Picking is on: press an element in the page, or walk with the arrow keys (up to what holds it, down into it, left and right beside it). Enter picks, Escape leaves.',
      ),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: for as long as it is on, of one page
  useEffect(() => {
    const element = frame.current;
    if (!isOn || element === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    };
    const onLoad = () => {
      session.current?.leave();
      end(t('Another page has been loaded. Pick again in it.'));
    };
    document.addEventListener('keydown', onKey, true);
    element.addEventListener('load', onLoad);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      element.removeEventListener('load', onLoad);
      leave();
    };
  }, [isOn, url]);
  const isAsked = useStore($isPickAsked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once, as soon as there is a page
  useEffect(() => {
    if (!isAsked || url === null) return;
    $isPickAsked.set(false);
    start();
  }, [isAsked, url]);
  return {
    isOn,
    result,
    button,
    toggle: () => (isOn ? leave() : start()),
    press: (key) => session.current?.press(key),
    dismiss: () => setResult(null),
  };
}

/**
 * Inserts the element into the message box, which the user may send. Invisible characters are escaped, so that the user sees what is sent.
 */
function take(chat: Pick<ChatActions, 'quote'>, picked: PickedElement, port: number): PickResult {
  const place = placeOfElement(picked.sources, (path) => $files.get().get(path)?.kind === 'file');
  const name = visibleName(picked.name);
  $narrowPane.set('chat');
  void chat.quote(visibleLines(pickedText(picked, port, place)));
  $announcement.set(t('{name} is in the message box. Nothing is sent yet.', { name }));
  return { type: 'picked', name, place };
}
