import '../../styles/preview.css';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FRAME_POLICY } from '../../lib/protocol/frame-policy.ts';
import { $activePort, $previewConsole, $previews } from '../../lib/stores/previews.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PreviewConsole } from './preview-console.tsx';
import { DEVICE_WIDTHS, type Device, PreviewToolbar } from './preview-toolbar.tsx';
import { reloadPreviewFrame } from './reload-preview-frame.ts';
import { StoppedPreview } from './stopped-preview.tsx';
import { watchForFloods } from './watch-for-floods.ts';

function watchPage(onFlood: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  let onTurn = () => {};
  port1.onmessage = () => onTurn();
  const stop = watchForFloods({
    page: window,
    ping(next) {
      onTurn = next;
      port2.postMessage(null);
    },
    now: () => performance.now(),
    // At once: each further message waits before everything else.
    onFlood: () => flushSync(onFlood),
  });
  return () => {
    stop();
    port1.close();
  };
}

/** The running app in a frame of its own origin, with its address and what its console says. */
export function PreviewArea() {
  const previews = useStore($previews);
  const activePort = useStore($activePort);
  const console = useStore($previewConsole);
  const [device, setDevice] = useState<Device>('desktop');
  const [isConsoleOpen, setIsConsoleOpen] = useState(false);
  /** Paths that were typed, by port; a new one loads the frame anew. */
  const [paths, setPaths] = useState<ReadonlyMap<number, string>>(new Map());
  const frame = useRef<HTMLIFrameElement>(null);
  /** The port whose page was taken out. */
  const [stoppedPort, setStoppedPort] = useState<number | null>(null);
  const preview = previews.find(({ port }) => port === activePort) ?? previews.at(-1);
  const shownPort = preview?.port === stoppedPort ? null : (preview?.port ?? null);
  useEffect(() => (shownPort === null ? undefined : watchPage(() => setStoppedPort(shownPort))), [shownPort]);
  if (!preview) {
    return <EmptyState icon="i-lucide-app-window" text="No server is running. When a command opens a port, its page appears here." />;
  }
  const path = paths.get(preview.port) ?? '/';
  const address = new URL(path, preview.url).href;
  const entries = console.filter((entry) => entry.port === preview.port);
  return (
    <div className="preview-area">
      <PreviewToolbar
        ports={previews.map(({ port }) => port)}
        port={preview.port}
        onPort={(port) => $activePort.set(port)}
        path={path}
        onPath={(typed) => setPaths(new Map(paths).set(preview.port, typed))}
        address={address}
        onReload={() => frame.current && reloadPreviewFrame(frame.current, address)}
        device={device}
        onDevice={setDevice}
        errorCount={entries.filter((entry) => entry.level === 'error').length}
        isConsoleOpen={isConsoleOpen}
        onToggleConsole={() => setIsConsoleOpen(!isConsoleOpen)}
      />
      <div className="preview-stage" data-device={device}>
        {shownPort === null && <StoppedPreview port={preview.port} onStart={() => setStoppedPort(null)} />}
        {shownPort !== null && (
          <iframe
            ref={frame}
            key={address}
            title="Preview"
            src={address}
            className="preview-frame"
            style={{ width: DEVICE_WIDTHS[device] }}
            allow={FRAME_POLICY.preview.allow}
            sandbox={FRAME_POLICY.preview.sandbox}
          />
        )}
      </div>
      {isConsoleOpen && <PreviewConsole entries={entries} onClose={() => setIsConsoleOpen(false)} />}
    </div>
  );
}
