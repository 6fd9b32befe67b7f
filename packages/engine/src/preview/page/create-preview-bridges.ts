import { FRAME_POLICY } from 'devonz-engine-protocol/frame-policy';
import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { PreviewBridges, PreviewBridgesOptions } from '../../abi/bridge-protocol.ts';
import type { HeadlessToFrame, UserPreviewScript } from '../bridge-frame-messages.ts';
import { LOGS_PER_SECOND, MESSAGES_PER_SECOND, MessageBudget } from '../message-budget.ts';
import { parseFrameMessage } from '../parse-frame-message.ts';
import type { PortlessPreviewMessage } from '../request-messages.ts';
import { roomForBridge } from '../room-for-bridge.ts';
import type { OpenedOrigins } from './forget/opened-origins.ts';
import type { KeptTexts } from './kept-texts.ts';

interface Bridge {
  frame: HTMLIFrameElement;
  origin: string;
  /** True once the frame's script runs and listens. */
  isLoaded: boolean;
  isOpen: boolean;
  /** True if its cookies outlast the page, because the client has named the previews' origins. */
  isKept: boolean;
  messages: MessageBudget;
  logs: MessageBudget;
}

/**
 * Creates the hidden bridge frames of the engine's page, one for each port. A frame outlives its program: a restarted program uses the same
 * frame, and meanwhile its previews report that no program listens.
 */
export function createPreviewBridges(options: PreviewBridgesOptions, kept: KeptTexts, opened: OpenedOrigins): PreviewBridges {
  const bridges = new Map<number, Bridge>();
  const shelter = createShelter();
  let script: UserPreviewScript | null = null;

  const tell = (bridge: Bridge, message: HeadlessToFrame, transfer: Transferable[] = []) =>
    bridge.frame.contentWindow?.postMessage(message, bridge.origin, transfer);
  const connect = (bridge: Bridge) => {
    if (!bridge.isLoaded || !bridge.isOpen) return;
    const cookies = bridge.isKept ? kept.read(bridge.origin) : null;
    tell(bridge, { type: 'bridge-port', script, cookies }, [options.connectKernel()]);
  };
  /** Returns `null` if too many programs are open, in which case this one has no preview. */
  const make = (port: number, origin: string, isKept: boolean): Bridge | null => {
    const room = roomForBridge(bridges);
    if (!room.hasRoom) return null;
    if (room.retire !== null) {
      bridges.get(room.retire)?.frame.remove();
      bridges.delete(room.retire);
    }
    opened.note(origin);
    const bridge = createBridge(shelter, origin, port, isKept);
    bridges.set(port, bridge);
    return bridge;
  };
  const onMessage = (event: MessageEvent<unknown>) => {
    for (const [port, bridge] of bridges) {
      if (event.source !== bridge.frame.contentWindow || event.origin !== bridge.origin) continue;
      const message = parseFrameMessage(event.data);
      if (message?.type === 'preview-message' && hasRoom(bridge, message.message)) options.onMessage({ ...message.message, port });
      if (message?.type === 'keep-cookies' && bridge.isKept) kept.write(bridge.origin, message.cookies);
      if (message?.type === 'bridge-loaded') {
        bridge.isLoaded = true;
        connect(bridge);
      }
    }
  };
  addEventListener('message', onMessage);

  return {
    open(port, origin, isKept) {
      const bridge = bridges.get(port) ?? make(port, origin, isKept);
      if (bridge === null) return;
      bridge.isOpen = true;
      connect(bridge);
    },
    close(port) {
      const bridge = bridges.get(port);
      if (!bridge) return;
      bridge.isOpen = false;
      tell(bridge, { type: 'bridge-closed' });
    },
    setPreviewScript(source, scriptOptions) {
      script = { source, ...scriptOptions };
      for (const bridge of bridges.values()) tell(bridge, { type: 'bridge-script', script });
    },
    removeAll() {
      script = null;
      for (const bridge of bridges.values()) bridge.frame.remove();
      bridges.clear();
    },
  };
}

/**
 * Creates a shadow tree for the bridges. Previews can walk `top.frames` and share an origin with their bridges, but frames
 * in a shadow tree are in no list of frames, so that no page can find and script its bridge.
 */
function createShelter(): ShadowRoot {
  const host = document.createElement('div');
  host.hidden = true;
  document.body.appendChild(host);
  return host.attachShadow({ mode: 'closed' });
}

function hasRoom({ messages, logs }: Bridge, { type }: PortlessPreviewMessage): boolean {
  const isLog = type === 'PREVIEW_CONSOLE_LOG' || type === 'PREVIEW_REQUEST_FAILED';
  return (!isLog || logs.take()) && messages.take();
}

function createBridge(shelter: ShadowRoot, origin: string, port: number, isKept: boolean): Bridge {
  const frame = document.createElement('iframe');
  // Set before its URL: code in it cannot access the tab, windows, dialogs or downloads.
  frame.setAttribute('sandbox', FRAME_POLICY.bridge.sandbox);
  frame.src = origin + PREVIEW_PATHS.bridge;
  frame.hidden = true;
  frame.title = `Bridge of port ${port}`;
  shelter.append(frame);
  return {
    frame,
    origin,
    isLoaded: false,
    isOpen: true,
    isKept,
    messages: new MessageBudget(MESSAGES_PER_SECOND, () => performance.now()),
    logs: new MessageBudget(LOGS_PER_SECOND, () => performance.now()),
  };
}
