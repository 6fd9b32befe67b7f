import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';

/** Calls an area's actions as soon as they are there. */
interface DeferredArea<Actions> {
  later(act: (actions: Actions) => unknown): void;
  /** `otherwise`: the answer when they never come. */
  whenReady<T>(act: (actions: Actions) => Promise<T>, otherwise: T): Promise<T>;
}

type Area = keyof WorkbenchActions;
type Deferred<Name extends Area> = DeferredArea<WorkbenchActions[Name]>;

/**
 * Actions for the time before the services are loaded: what a user does then is done, in order, as soon as they are.
 * A terminal cannot be connected yet (`null`): its view connects when the real actions take this object's place.
 * When the services never come, every waiting action is dropped; whoever loads them tells the user.
 */
export function deferredActions(ready: Promise<WorkbenchActions>): WorkbenchActions {
  const area = <Name extends Area>(name: Name): Deferred<Name> => ({
    later(act) {
      ready.then((actions) => act(actions[name])).catch(() => undefined);
    },
    async whenReady(act, otherwise) {
      const actions = await ready.catch(() => null);
      return actions === null ? otherwise : act(actions[name]);
    },
  });
  return {
    chat: deferredChat(area('chat')),
    approvals: deferredApprovals(area('approvals')),
    mentions: { attach: (source, values) => area('mentions').whenReady((actions) => actions.attach(source, values), null) },
    images: deferredImages(area('images')),
    prompts: deferredPrompts(area('prompts')),
    compaction: deferredCompaction(area('compaction')),
    checkpoints: deferredCheckpoints(area('checkpoints')),
    files: deferredFiles(area('files')),
    terminals: deferredTerminals(area('terminals')),
    runtime: { restartRuntime: () => area('runtime').whenReady((actions) => actions.restartRuntime(), undefined) },
    outbound: deferredOutbound(area('outbound')),
    mcp: deferredMcp(area('mcp')),
    models: deferredModels(area('models')),
    connections: deferredConnections(area('connections')),
    settings: deferredSettings(area('settings')),
    telemetry: deferredTelemetry(area('telemetry')),
    notices: { dismissNotice: (id) => area('notices').later((actions) => actions.dismissNotice(id)) },
  };
}

function deferredChat({ later, whenReady }: Deferred<'chat'>): WorkbenchActions['chat'] {
  return {
    send: (...sent) => whenReady((actions) => actions.send(...sent), undefined),
    sendMessage: (...sent) => whenReady((actions) => actions.sendMessage(...sent), undefined),
    withdraw: (messageId) => whenReady((actions) => actions.withdraw(messageId), undefined),
    stop: () => whenReady((actions) => actions.stop(), undefined),
    retry: () => whenReady((actions) => actions.retry(), undefined),
    continueAnswer: () => whenReady((actions) => actions.continueAnswer(), undefined),
    continueWith: (modelId) => whenReady((actions) => actions.continueWith(modelId), undefined),
    rephrase: () => later((actions) => actions.rephrase()),
    grantIterations: (count) => whenReady((actions) => actions.grantIterations(count), undefined),
    grantBudget: (budget, amount) => whenReady((actions) => actions.grantBudget(budget, amount), undefined),
    switchBack: () => whenReady((actions) => actions.switchBack(), undefined),
    newChat: () => whenReady((actions) => actions.newChat(), undefined),
    startFromTemplate: (name) => whenReady((actions) => actions.startFromTemplate(name), undefined),
    startWithFiles: (title, files) => whenReady((actions) => actions.startWithFiles(title, files), false),
    openChat: (chatId) => whenReady((actions) => actions.openChat(chatId), false),
    searchChats: (query) => whenReady((actions) => actions.searchChats(query), []),
    exportApprovals: () => whenReady((actions) => actions.exportApprovals(), null),
    renameChat: (chatId, title) => whenReady((actions) => actions.renameChat(chatId, title), undefined),
    deleteChat: (chatId) => whenReady((actions) => actions.deleteChat(chatId), undefined),
  };
}

function deferredApprovals({ whenReady }: Deferred<'approvals'>): WorkbenchActions['approvals'] {
  return {
    answerApproval: (approvalId, answer) => whenReady((actions) => actions.answerApproval(approvalId, answer), undefined),
    approveAll: () => whenReady((actions) => actions.approveAll(), undefined),
    argumentFields: (toolName) => whenReady((actions) => actions.argumentFields(toolName), []),
    proposedChange: (approvalId) => whenReady((actions) => actions.proposedChange(approvalId), null),
  };
}

function deferredImages({ whenReady }: Deferred<'images'>): WorkbenchActions['images'] {
  const why = 'The workbench could not be loaded.';
  return {
    prepareImage: (file) => whenReady((actions) => actions.prepareImage(file), { ok: false, why }),
    readImage: (image) => whenReady((actions) => actions.readImage(image), null),
    saveImage: (image, path) => whenReady((actions) => actions.saveImage(image, path), why),
  };
}

function deferredPrompts({ whenReady }: Deferred<'prompts'>): WorkbenchActions['prompts'] {
  const why = 'The workbench could not be loaded.';
  return { enhancePrompt: (text, signal) => whenReady((actions) => actions.enhancePrompt(text, signal), { outcome: 'failed', why }) };
}

function deferredCompaction({ later, whenReady }: Deferred<'compaction'>): WorkbenchActions['compaction'] {
  return {
    startCompaction: (then) => whenReady((actions) => actions.startCompaction(then), undefined),
    cancelCompaction: () => later((actions) => actions.cancelCompaction()),
    acceptCompaction: (summary) => whenReady((actions) => actions.acceptCompaction(summary), undefined),
    undoCompaction: (compactionId) => whenReady((actions) => actions.undoCompaction(compactionId), undefined),
  };
}

function deferredCheckpoints({ whenReady }: Deferred<'checkpoints'>): WorkbenchActions['checkpoints'] {
  return {
    listCheckpoints: () => whenReady((actions) => actions.listCheckpoints(), []),
    listCheckpointFiles: (sequence) => whenReady((actions) => actions.listCheckpointFiles(sequence), []),
    restoreCheckpoint: (...restored) => whenReady((actions) => actions.restoreCheckpoint(...restored), undefined),
    nameCheckpoint: (sequence, name) => whenReady((actions) => actions.nameCheckpoint(sequence, name), undefined),
    undoLastRun: () => whenReady((actions) => actions.undoLastRun(), undefined),
  };
}

function deferredFiles({ later, whenReady }: Deferred<'files'>): WorkbenchActions['files'] {
  return {
    openFile: (path) => whenReady((actions) => actions.openFile(path), undefined),
    closeFile: (path) => later((actions) => actions.closeFile(path)),
    editFile: (path, text) => later((actions) => actions.editFile(path, text)),
    saveFile: (path) => whenReady((actions) => actions.saveFile(path), undefined),
    applyCode: (path, code) => whenReady((actions) => actions.applyCode(path, code), undefined),
    createFile: (path) => whenReady((actions) => actions.createFile(path), undefined),
    createFolder: (path) => whenReady((actions) => actions.createFolder(path), undefined),
    renamePath: (from, to) => whenReady((actions) => actions.renamePath(from, to), undefined),
    deletePath: (path) => whenReady((actions) => actions.deletePath(path), undefined),
    setLock: (path, isLocked) => whenReady((actions) => actions.setLock(path, isLocked), undefined),
    listChanges: () => whenReady((actions) => actions.listChanges(), []),
    exportZip: () => whenReady((actions) => actions.exportZip(), null),
    readProject: () => whenReady((actions) => actions.readProject(), null),
  };
}

function deferredTerminals({ later, whenReady }: Deferred<'terminals'>): WorkbenchActions['terminals'] {
  return {
    newTerminal: () => whenReady((actions) => actions.newTerminal(), undefined),
    closeTerminal: (terminalId) => later((actions) => actions.closeTerminal(terminalId)),
    connectTerminal: () => null,
    stopProcess: (processId) => whenReady((actions) => actions.stopProcess(processId), undefined),
    sendInput: (processId, data) => whenReady((actions) => actions.sendInput(processId, data), undefined),
  };
}

function deferredOutbound({ later }: Deferred<'outbound'>): WorkbenchActions['outbound'] {
  return {
    answerHost: (questionId, verdict) => later((actions) => actions.answerHost(questionId, verdict)),
    denyAllHosts: () => later((actions) => actions.denyAllHosts()),
    askAgain: () => later((actions) => actions.askAgain()),
    forgetHost: (host) => later((actions) => actions.forgetHost(host)),
    forgetAllHosts: () => later((actions) => actions.forgetAllHosts()),
  };
}

function deferredMcp({ later, whenReady }: Deferred<'mcp'>): WorkbenchActions['mcp'] {
  const absent = { ok: false, why: 'The workbench could not be loaded.' } as const;
  return {
    saveMcpServer: (...given) => whenReady((actions) => actions.saveMcpServer(...given), absent),
    removeMcpServer: (name) => whenReady((actions) => actions.removeMcpServer(name), undefined),
    connectMcpServer: (name) => whenReady((actions) => actions.connectMcpServer(name), undefined),
    disconnectMcpServer: (name) => whenReady((actions) => actions.disconnectMcpServer(name), undefined),
    testMcpServer: (...given) => whenReady((actions) => actions.testMcpServer(...given), absent),
    confirmMcpCommand: (...given) => whenReady((actions) => actions.confirmMcpCommand(...given), undefined),
    setMcpVerdict: (...given) => later((actions) => actions.setMcpVerdict(...given)),
    markMcpToolSeen: (...given) => whenReady((actions) => actions.markMcpToolSeen(...given), undefined),
    signInToMcpServer: (...given) => whenReady((actions) => actions.signInToMcpServer(...given), absent),
    readMcpResource: (...given) => whenReady((actions) => actions.readMcpResource(...given), absent),
    takeProjectServer: (shown) => whenReady((actions) => actions.takeProjectServer(shown), undefined),
    forgetProjectServer: (name) => whenReady((actions) => actions.forgetProjectServer(name), undefined),
    getMcpPrompt: (...given) => whenReady((actions) => actions.getMcpPrompt(...given), absent),
  };
}

function deferredModels({ later, whenReady }: Deferred<'models'>): WorkbenchActions['models'] {
  return {
    refreshModels: () => whenReady((actions) => actions.refreshModels(), undefined),
    probeModel: (modelId) =>
      whenReady((actions) => actions.probeModel(modelId), { suggestion: null, reason: 'The workbench could not be loaded.' }),
    lookForLocalModels: () => whenReady((actions) => actions.lookForLocalModels(), undefined),
    lookAtAddress: (typed) =>
      whenReady((actions) => actions.lookAtAddress(typed), { ok: false, why: 'The workbench could not be loaded.' }),
    addLocalEndpoint: (found) => later((actions) => actions.addLocalEndpoint(found)),
    removeLocalEndpoint: (id) => later((actions) => actions.removeLocalEndpoint(id)),
  };
}

function deferredConnections({ whenReady }: Deferred<'connections'>): WorkbenchActions['connections'] {
  const why = 'The workbench could not be loaded.';
  return {
    refreshConnections: () => whenReady((actions) => actions.refreshConnections(), undefined),
    saveConnection: (given) => whenReady((actions) => actions.saveConnection(given), { ok: false, why }),
    testConnection: (...given) => whenReady((actions) => actions.testConnection(...given), { ok: false, kind: 'other', message: why }),
    enterPassphrase: (passphrase) => whenReady((actions) => actions.enterPassphrase(passphrase), { ok: false, why }),
    removeConnection: (id) => whenReady((actions) => actions.removeConnection(id), false),
  };
}

function deferredSettings({ later, whenReady }: Deferred<'settings'>): WorkbenchActions['settings'] {
  return {
    settingsAsToml: () => whenReady((actions) => actions.settingsAsToml(), ''),
    previewSettings: (text) =>
      whenReady((actions) => actions.previewSettings(text), { ok: false, problems: ['The workbench could not be loaded.'] }),
    applySettings: (settings) => later((actions) => actions.applySettings(settings)),
    updateSettings: (patch) => later((actions) => actions.updateSettings(patch)),
    updateAgentSettings: (patch) => later((actions) => actions.updateAgentSettings(patch)),
    sleepingRules: (rules) => whenReady((actions) => actions.sleepingRules(rules), []),
  };
}

function deferredTelemetry({ whenReady }: Deferred<'telemetry'>): WorkbenchActions['telemetry'] {
  return {
    readTelemetry: () => whenReady((actions) => actions.readTelemetry(), { events: [], problem: null }),
    clearTelemetry: () => whenReady((actions) => actions.clearTelemetry(), undefined),
  };
}
