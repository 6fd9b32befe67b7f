import './preview-area.css';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { $activePort, $previewConsole, $previews } from '../../lib/stores/previews.ts';
import { $endedProcesses, type EndedProcess } from '../../lib/stores/terminals.ts';
import { $previewDevice, $previewPaths, $returningPorts } from '../../lib/stores/window.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PreviewConsole } from './preview-console.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { DEVICE_WIDTHS, PreviewToolbar } from './preview-toolbar.tsx';
import { reloadPreviewFrame } from './reload-preview-frame.ts';
import { StoppedPreview, type StopReason } from './stopped-preview.tsx';

/** The running app in a frame of its own origin, with its address and what its console says. */
export function PreviewArea() {
  const endedProcesses = useStore($endedProcesses);
  const previews = useStore($previews);
  const activePort = useStore($activePort);
  const console = useStore($previewConsole);
  const device = useStore($previewDevice);
  const [isConsoleOpen, setIsConsoleOpen] = useState(false);
  /** A new one loads the frame again. */
  const paths = useStore($previewPaths);
  const frame = useRef<HTMLIFrameElement>(null);
  /** The page that was taken out, by its program's own address. */
  const [stopped, setStopped] = useState<{ url: string; reason: StopReason } | null>(null);
  const preview = previews.find(({ port }) => port === activePort) ?? previews.at(-1);
  if (!preview) {
    const ended = endedProcesses.filter(({ port }) => port !== null);
    if (ended.length > 0) return <EndedPreview ended={ended} />;
    return <EmptyState icon="i-lucide-app-window" text="No server is running. When a command opens a port, its page appears here." />;
  }
  const path = paths.get(preview.port) ?? '/';
  const address = new URL(path, preview.url).href;
  const entries = console.filter((entry) => entry.port === preview.port);
  return (
    <div className="flex flex-col h-full min-h-0">
      <PreviewToolbar
        ports={previews.map(({ port }) => port)}
        port={preview.port}
        onPort={showPort}
        path={path}
        onPath={(typed) => $previewPaths.set(new Map(paths).set(preview.port, typed))}
        address={address}
        onReload={() => {
          if (stopped) setStopped(null);
          else if (frame.current) reloadPreviewFrame(frame.current, address);
        }}
        device={device}
        onDevice={(chosen) => $previewDevice.set(chosen)}
        errorCount={entries.filter((entry) => entry.level === 'error').length}
        isConsoleOpen={isConsoleOpen}
        onToggleConsole={() => setIsConsoleOpen(!isConsoleOpen)}
      />
      <div className="preview-stage" data-device={device}>
        {stopped?.url === preview.url ? (
          <StoppedPreview port={preview.port} reason={stopped.reason} onStart={() => setStopped(null)} />
        ) : (
          <PreviewFrame
            key={address}
            frame={frame}
            address={address}
            width={DEVICE_WIDTHS[device]}
            onStop={(reason) => setStopped({ url: preview.url, reason })}
          />
        )}
      </div>
      {isConsoleOpen && <PreviewConsole entries={entries} onClose={() => setIsConsoleOpen(false)} />}
    </div>
  );
}

function showPort(port: number) {
  $activePort.set(port);
  $returningPorts.set(null);
}

/** Apart from the area, which is also on the page of unattended runs, where no user presses anything. */
function EndedPreview({ ended }: { ended: readonly EndedProcess[] }) {
  const actions = useActions('terminals');
  return (
    <EmptyState icon="i-lucide-app-window" text={`The server on port ${ended.at(-1)?.port} ended with the page.`}>
      <Button onClick={() => void actions.startAgain(ended)}>Start again</Button>
    </EmptyState>
  );
}
