import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';

/**
 * Actions for the time before the services are loaded: what a user does then is done, in order, as soon as they are.
 * A terminal cannot be connected yet (`null`): its view connects when the real actions take this object's place.
 * When the services never come, every waiting action is dropped; whoever loads them tells the user.
 */
export function deferredActions(ready: Promise<WorkbenchActions>): WorkbenchActions {
  function later(act: (actions: WorkbenchActions) => unknown): void {
    ready.then(act).catch(() => undefined);
  }
  async function whenReady<T>(act: (actions: WorkbenchActions) => Promise<T>, otherwise: T): Promise<T> {
    const actions = await ready.catch(() => null);
    return actions === null ? otherwise : act(actions);
  }
  return {
    send: (text, when) => whenReady((actions) => (when === undefined ? actions.send(text) : actions.send(text, when)), undefined),
    withdraw: (messageId) => whenReady((actions) => actions.withdraw(messageId), undefined),
    stop: () => whenReady((actions) => actions.stop(), undefined),
    retry: () => whenReady((actions) => actions.retry(), undefined),
    grantIterations: (count) => whenReady((actions) => actions.grantIterations(count), undefined),
    grantBudget: (budget, amount) => whenReady((actions) => actions.grantBudget(budget, amount), undefined),
    switchBack: () => whenReady((actions) => actions.switchBack(), undefined),
    answerApproval: (approvalId, answer) => whenReady((actions) => actions.answerApproval(approvalId, answer), undefined),
    approveAll: () => whenReady((actions) => actions.approveAll(), undefined),
    proposedChange: (approvalId) => whenReady((actions) => actions.proposedChange(approvalId), null),
    startCompaction: () => whenReady((actions) => actions.startCompaction(), undefined),
    cancelCompaction: () => later((actions) => actions.cancelCompaction()),
    acceptCompaction: (summary) => whenReady((actions) => actions.acceptCompaction(summary), undefined),
    undoCompaction: (compactionId) => whenReady((actions) => actions.undoCompaction(compactionId), undefined),
    setLock: (path, isLocked) => whenReady((actions) => actions.setLock(path, isLocked), undefined),
    newChat: () => whenReady((actions) => actions.newChat(), undefined),
    startFromTemplate: (name) => whenReady((actions) => actions.startFromTemplate(name), undefined),
    openChat: (chatId) => whenReady((actions) => actions.openChat(chatId), false),
    renameChat: (chatId, title) => whenReady((actions) => actions.renameChat(chatId, title), undefined),
    deleteChat: (chatId) => whenReady((actions) => actions.deleteChat(chatId), undefined),
    openFile: (path) => whenReady((actions) => actions.openFile(path), undefined),
    closeFile: (path) => later((actions) => actions.closeFile(path)),
    editFile: (path, text) => later((actions) => actions.editFile(path, text)),
    saveFile: (path) => whenReady((actions) => actions.saveFile(path), undefined),
    createFile: (path) => whenReady((actions) => actions.createFile(path), undefined),
    createFolder: (path) => whenReady((actions) => actions.createFolder(path), undefined),
    renamePath: (from, to) => whenReady((actions) => actions.renamePath(from, to), undefined),
    deletePath: (path) => whenReady((actions) => actions.deletePath(path), undefined),
    listCheckpoints: () => whenReady((actions) => actions.listCheckpoints(), []),
    restoreCheckpoint: (sequence) => whenReady((actions) => actions.restoreCheckpoint(sequence), undefined),
    undoLastRun: () => whenReady((actions) => actions.undoLastRun(), undefined),
    listChanges: () => whenReady((actions) => actions.listChanges(), []),
    exportZip: () => whenReady((actions) => actions.exportZip(), null),
    newTerminal: () => whenReady((actions) => actions.newTerminal(), undefined),
    closeTerminal: (terminalId) => later((actions) => actions.closeTerminal(terminalId)),
    connectTerminal: () => null,
    stopProcess: (processId) => whenReady((actions) => actions.stopProcess(processId), undefined),
    sendInput: (processId, data) => whenReady((actions) => actions.sendInput(processId, data), undefined),
    readTelemetry: () => whenReady((actions) => actions.readTelemetry(), { events: [], problem: null }),
    clearTelemetry: () => whenReady((actions) => actions.clearTelemetry(), undefined),
    probeModel: (modelId) =>
      whenReady((actions) => actions.probeModel(modelId), { suggestion: null, reason: 'The workbench could not be loaded.' }),
    settingsAsToml: () => whenReady((actions) => actions.settingsAsToml(), ''),
    previewSettings: (text) =>
      whenReady((actions) => actions.previewSettings(text), { ok: false, problems: ['The workbench could not be loaded.'] }),
    applySettings: (settings) => later((actions) => actions.applySettings(settings)),
    restartRuntime: () => whenReady((actions) => actions.restartRuntime(), undefined),
    refreshModels: () => whenReady((actions) => actions.refreshModels(), undefined),
    updateSettings: (patch) => later((actions) => actions.updateSettings(patch)),
    updateAgentSettings: (patch) => later((actions) => actions.updateAgentSettings(patch)),
    sleepingRules: (rules) => whenReady((actions) => actions.sleepingRules(rules), []),
    dismissNotice: (id) => later((actions) => actions.dismissNotice(id)),
  };
}
