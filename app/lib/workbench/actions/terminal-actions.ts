import { startAgain } from '../../chat/start-again.ts';
import { t } from '../../i18n/t.ts';
import { $runtime } from '../../stores/workbench.ts';
import type { WorkbenchActions } from '../workbench-actions.ts';
import type { WorkbenchServices } from '../workbench-services.ts';

/** Terminals and their processes. */
export function terminalActions({ open, chats, projects, notices }: WorkbenchServices): WorkbenchActions['terminals'] {
  const { runtime, terminals, project } = open;
  const { userCommands } = chats;
  return {
    ...terminals,
    stopCommand: userCommands.stop,
    sendInput: async (processId, data) =>
      void (await notices.guard(t('The command was not answered'), async () =>
        (await runtime.ready()).runtime.processes.write(processId, data),
      )),
    async startAgain(ended) {
      await notices.guard(t('It was not started again'), async () => {
        // Only the user restarts a runtime that has ended.
        const { root } = (await ($runtime.get().status === 'ended' ? runtime.restart() : runtime.ready())).runtime;
        const workspace = project.workspace('user');
        const installCommand = async () => (await projects.describeProject(project.projectId()))?.facts.start.install ?? null;
        await startAgain(ended, { workspace, root, installCommand, run: userCommands.run });
      });
    },
    stopProcess: async (processId) =>
      void (await notices.guard(t('The process was not stopped'), async () => (await runtime.ready()).runtime.stopProcess(processId))),
  };
}
