import './preview-area.css';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $activePort, $pagePlaces, $previewConsole, $previews } from '../../lib/stores/previews.ts';
import { $endedProcesses, $processes, type EndedProcess } from '../../lib/stores/terminals.ts';
import { $previewPaths } from '../../lib/stores/window.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Elapsed } from '../ui/elapsed.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { WorkButton } from '../ui/project-work/work-button.tsx';
import { type EndedServer, endedServer } from '../ui/text/ended-text.tsx';
import { AddressNote } from './address-note.tsx';
import { followAddress, showPort } from './follow-address.ts';
import { movePage } from './page-messages.ts';
import { PickNote } from './pick/pick-note.tsx';
import { usePicking } from './pick/use-picking.ts';
import { PreviewConsole } from './preview-console.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { PreviewToolbar } from './preview-toolbar.tsx';
import { reloadPreviewFrame } from './reload-preview-frame.ts';
import { StoppedPreview, type StopReason } from './stopped-preview.tsx';
import type { TypedAddress } from './typed-address.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useLeftPage } from './use-left-page.ts';
import { useWantedPage } from './use-wanted-page.ts';

interface Refused {
  typed: Exclude<TypedAddress, { type: 'path' }>;
  /** Whether the page has navigated there and is no longer shown. */
  hasLeft: boolean;
}

/** The running app in a frame of its own origin, with its address and its console. */
export function PreviewArea() {
  const endedProcesses = useStore($endedProcesses);
  const previews = useStore($previews);
  const activePort = useStore($activePort);
  const console = useStore($previewConsole);
  const [isConsoleOpen, setIsConsoleOpen] = useState(false);
  const paths = useStore($previewPaths);
  const places = useStore($pagePlaces);
  const [refused, setRefused] = useState<Refused | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen(area);
  useWantedPage(frame);
  useLeftPage((url) => setRefused({ typed: { type: 'elsewhere', url }, hasLeft: true }));
  /** The page that was removed, by its server's own address. */
  const [stopped, setStopped] = useState<{ url: string; reason: StopReason } | null>(null);
  const preview = previews.find(({ port }) => port === activePort) ?? previews.at(-1);
  const picking = usePicking(frame, preview !== undefined && preview.url !== stopped?.url ? preview : null);
  if (!preview) {
    const ended = endedProcesses.filter(isServer);
    const last = ended.at(-1);
    return last ? <EndedPreview ended={ended} last={last} /> : <NoPreview />;
  }
  const path = paths.get(preview.port) ?? '/';
  const address = addressOf(preview.url, path);
  const place = places.get(preview.port) ?? null;
  const shownAddress = addressOf(preview.url, place?.path ?? path);
  const ports = previews.map(({ port }) => port);
  const reopen = () => frame.current?.setAttribute('src', address);
  const comeBack = () => {
    setRefused(null);
    frame.current?.setAttribute('src', shownAddress);
  };
  const entries = console.filter((entry) => entry.port === preview.port);
  return (
    <div ref={area} className="preview-area">
      <PreviewToolbar
        ports={ports}
        port={preview.port}
        onPort={showPort}
        path={place?.path ?? path}
        onAddress={(typed) => setRefused(refusedOf(followAddress(typed, preview, reopen, ports)))}
        place={place}
        onMove={(direction) => frame.current && movePage(frame.current, address, direction)}
        address={shownAddress}
        onReload={() => {
          if (stopped) setStopped(null);
          else if (refused?.hasLeft) comeBack();
          else if (frame.current) reloadPreviewFrame(frame.current, shownAddress);
        }}
        errorCount={entries.filter((entry) => entry.level === 'error').length}
        isConsoleOpen={isConsoleOpen}
        onToggleConsole={() => setIsConsoleOpen(!isConsoleOpen)}
        fullScreen={fullScreen}
        picking={picking}
      />
      {refused !== null && (
        <AddressNote typed={refused.typed} onClose={() => setRefused(null)} onBack={refused.hasLeft ? comeBack : undefined} />
      )}
      <PreviewStage>
        {(shown) =>
          stopped?.url === preview.url ? (
            <StoppedPreview port={preview.port} reason={stopped.reason} onStart={() => setStopped(null)} />
          ) : (
            <PreviewFrame
              key={preview.url}
              frame={frame}
              address={address}
              port={preview.port}
              shown={shown}
              onStop={(reason) => setStopped({ url: preview.url, reason })}
            />
          )
        }
      </PreviewStage>
      <PickNote picking={picking} />
      {isConsoleOpen && <PreviewConsole entries={entries} onClose={() => setIsConsoleOpen(false)} />}
    </div>
  );
}

function refusedOf(typed: Refused['typed'] | null): Refused | null {
  return typed && { typed, hasLeft: false };
}

/** A path that begins with `//` would be read as another host's address. */
function addressOf(url: string, path: string): string {
  return new URL(`.${path}`, new URL('/', url)).href;
}

/** Shown before a server has opened a port, with the process that is starting, if there is one. */
function NoPreview() {
  const starting = useStore($processes).findLast(({ port }) => port === null);
  if (starting === undefined)
    return <EmptyState icon="i-lucide-app-window" text={t('No server is running. When a command opens a port, its page appears here.')} />;
  return (
    <EmptyState icon="i-lucide-app-window" text={t('Starting… “{command}” has not opened a port yet.', { command: starting.command })}>
      <Elapsed since={starting.startedAt} />
    </EmptyState>
  );
}

const isServer = (process: EndedProcess): process is EndedServer => process.port !== null;

/** Separate from the area, which is also on the page of unattended runs, where there are no actions. */
function EndedPreview({ ended, last }: { ended: readonly EndedProcess[]; last: EndedServer }) {
  const actions = useActions('terminals');
  return (
    <EmptyState icon="i-lucide-app-window" text={endedServer(last)}>
      <WorkButton onClick={() => void actions.startAgain(ended)}>{t('Start again')}</WorkButton>
    </EmptyState>
  );
}
