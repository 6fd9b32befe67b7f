import { FRAME_POLICY } from 'devonz-engine-protocol/frame-policy';
import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../lib/i18n/t.ts';
import { isOfFrame } from '../../lib/iframes/is-of-frame.ts';
import { watchForFloods } from './floods/watch-for-floods.ts';
import { keepFocus } from './keep-focus.ts';
import { watchPage } from './page-messages.ts';
import { PageWait } from './page-wait.tsx';
import type { Shown } from './preview-stage.tsx';
import type { StopReason } from './stopped-preview.tsx';
import { UnreachedPage } from './unreached-page.tsx';

interface PreviewFrameProps {
  frame: RefObject<HTMLIFrameElement>;
  /** A new address is loaded in the same frame and added to its history. */
  address: string;
  port: number;
  shown: Shown;
  /** Called if the page disturbs the IDE or the user. */
  onStop: (reason: StopReason) => void;
}

/** The page itself, watched as long as it is mounted. */
export function PreviewFrame({ frame, address, port, shown: { size, scale }, onStop }: PreviewFrameProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch for the frame's whole life; the parent makes another frame for another server.
  useEffect(() => {
    const element = frame.current;
    return element === null ? undefined : guardAgainst(element, onStop);
  }, []);
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <>
      {/* An element scaled down by a transform still takes its full space; this one has the visible size. It is always present, because
         the page would reload otherwise. */}
      <div className="preview-device-room" style={size === null ? undefined : { width: size.width * scale, height: size.height * scale }}>
        <iframe
          ref={frame}
          title={t('Preview')}
          src={address}
          className="preview-frame"
          style={size === null ? undefined : { width: size.width, height: size.height, transform: `scale(${scale})` }}
          allow={FRAME_POLICY.preview.allow}
          sandbox={FRAME_POLICY.preview.sandbox}
          onLoad={({ currentTarget }) => {
            setIsLoaded(true);
            watchPage(currentTarget, address);
          }}
        />
      </div>
      {isLoaded ? <UnreachedPage port={port} /> : <PageWait port={port} />}
    </>
  );
}

function guardAgainst(frame: HTMLIFrameElement, onStop: (reason: StopReason) => void): () => void {
  const { port1, port2 } = new MessageChannel();
  let onTurn = () => {};
  port1.onmessage = () => onTurn();
  const now = () => performance.now();
  const stopWatching = watchForFloods({
    page: window,
    ping(next) {
      onTurn = next;
      port2.postMessage(null);
    },
    now,
    isOwn: (source) => isOfFrame(source, frame),
    // Synchronous, because each further message would be handled first.
    onFlood: () => flushSync(() => onStop('messages')),
  });
  const stopGuarding = keepFocus({
    page: document,
    frame,
    now,
    defer: (work) => setTimeout(work, 0),
    onTheft: () => onStop('focus'),
  });
  return () => {
    stopWatching();
    stopGuarding();
    port1.close();
  };
}
