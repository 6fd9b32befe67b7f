import { browserClock, browserIds } from '../../browser/browser-ports.ts';
import { isMachineThere } from '../../machines/machine-host.ts';
import { createMachineService } from '../../machines/machine-service.ts';
import { createOwnComputerClient } from '../../machines/own-computer/own-computer-client.ts';
import { createOwnComputerService } from '../../machines/own-computer/own-computer-service.ts';
import { forgetMachine } from '../../settings/forget-machine.ts';
import type { WorkbenchActions } from '../workbench-actions.ts';
import type { WorkbenchServices } from '../workbench-services.ts';

/** Real machines: connected, opened by the form, and left for this browser. */
export function machineActions({
  ports,
  stores,
  open,
  chats,
  notices,
  projects,
  settings,
}: WorkbenchServices): WorkbenchActions['machines'] {
  const { machines } = ports;
  const { openMachine, findBridges, connect } = createMachineService({
    ...machines,
    journal: stores.journal,
    notices,
    ids: browserIds,
    openChatId: () => chats.current.session()?.chatId ?? null,
    openChat: chats.chat.openChat,
    restartRuntime: () => open.runtime.restart(),
  });
  const ownComputer = createOwnComputerService({
    ...machines,
    client: createOwnComputerClient(ports.request),
    notices,
    forgetMachine: (machineId) => forgetMachine(settings, machineId),
    ids: browserIds,
    now: browserClock.now,
    connect,
    isConnected: (folder) => isMachineThere(folder, machines),
  });
  return {
    openMachine,
    findBridges,
    ...ownComputer,
    copyToBrowser: () => projects.duplicateProject(open.project.projectId()),
  };
}
