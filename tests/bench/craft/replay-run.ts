import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { RunEvent, RunResult } from '../../../app/lib/protocol/unattended/unattended.ts';
import { readAgentArguments } from '../../../scripts/agent/agent-arguments.ts';
import { drivePage } from '../../../scripts/agent/drive-page.ts';
import { readPolicyFile } from '../../../scripts/agent/policy-file.ts';
import { readProjectFolder } from '../../../scripts/agent/project-folder.ts';
import { startBrowser } from '../../../scripts/agent/start-browser.ts';
import { unattendedJob } from '../../../scripts/agent/unattended-job.ts';
import { findPort } from '../../../scripts/serve/find-port.mjs';
import { serveBuild } from '../../../scripts/serve/serve-build.mjs';
import { serverVariables } from '../../../scripts/serve/server-variables.mjs';
import { ADAPTATIONS } from './adaptations.ts';
import { hostileModel, type SlipFate } from './hostile/hostile-model.ts';
import { HOSTILE_PLAN } from './hostile/hostile-plan.ts';
import { DENIED_COMMAND } from './hostile/hostile-slip.ts';
import { type FolderFiles, prepareFolder, writeFolder } from './prepare-folder.ts';
import { recordedModel } from './recorded-model.ts';
import { MODEL_NAME, startScriptedEndpoint, type WireRequest } from './scripted-endpoint.ts';
import { readTrajectory, type TrajectoryId } from './trajectory.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FIRST_PORT = 18_788;

/** The permissions of the recorded runs: everything that a flag allows. T4's user denied the server that lacked the requested port. */
const APPROVED = 'changes,commands,own-code';
const DENIED: Readonly<Partial<Record<TrajectoryId, readonly string[]>>> = { T4: ['npm run dev'] };
/** A run with just enough steps, to measure also the cost of the warning before the last ones. */
const STEPS_LEFT = 4;

export interface ReplayedRun {
  before: FolderFiles;
  /** Null if the files could not be read at the end. */
  after: FolderFiles | null;
  result: RunResult;
  events: readonly RunEvent[];
  requests: readonly WireRequest[];
  /** The changes to the recording. */
  notes: readonly string[];
  /** The fates of the slips of a hostile run. */
  fates: readonly SlipFate[];
}

interface ReplayOptions {
  contextLength: number;
  /** With the slips of `hostile/hostile-plan.ts`. */
  isHostile: boolean;
  onLog(line: string): void;
}

/** Replays one trajectory in the built app, with its own server, browser and model, in a folder like that of the recorded run. */
export async function replayRun(id: TrajectoryId, { contextLength, isHostile, onLog }: ReplayOptions): Promise<ReplayedRun> {
  const trajectory = await readTrajectory(id);
  const plan = isHostile ? HOSTILE_PLAN[id] : {};
  const model = hostileModel(recordedModel(trajectory, ADAPTATIONS[id]), plan);
  // A slip takes up to three steps.
  const limit = trajectory.answers.length + STEPS_LEFT + 3 * Object.values(plan).flat().length;
  const endpoint = await startScriptedEndpoint(model.next, contextLength);
  try {
    const { NPM_REGISTRY_URL: registry } = await serverVariables(ROOT);
    const variables = { OPENAI_COMPATIBLE_BASE_URL: endpoint.url, ...(registry === undefined ? {} : { NPM_REGISTRY_URL: registry }) };
    const port = await findPort(FIRST_PORT);
    const server = await serveBuild({ root: ROOT, port, variables });
    try {
      await server.ready;
      const browser = await startBrowser(false);
      try {
        const driven = await driveTask({ id, task: trajectory.task, limit, browser, port, onLog });
        return { ...driven, requests: endpoint.requests, notes: model.notes(), fates: model.fates() };
      } finally {
        await browser.close();
      }
    } finally {
      server.stop();
      await server.exited;
    }
  } finally {
    await endpoint.stop();
  }
}

interface Driven {
  id: TrajectoryId;
  task: string;
  /** Of steps. */
  limit: number;
  browser: Browser;
  port: number;
  onLog(line: string): void;
}

async function driveTask({ id, task, limit, browser, port, onLog }: Driven) {
  const folder = await mkdtemp(join(tmpdir(), `devonz-craft-folder-${id}-`));
  try {
    await writeFolder(folder, await prepareFolder(id));
    const words = [
      '--model',
      `openai-compatible:${MODEL_NAME}`,
      '--task',
      task,
      '--approve',
      APPROVED,
      '--max-iterations',
      String(limit),
      folder,
    ];
    const read = readAgentArguments(words);
    if (read.ok !== true) throw new Error('The arguments of the run are wrong.');
    const policy = readPolicyFile(JSON.stringify({ rules: { deny: [...(DENIED[id] ?? []), DENIED_COMMAND] } }));
    if (!policy.ok) throw new Error(policy.problem);
    const { files } = await readProjectFolder(folder, 5000);
    const events: RunEvent[] = [];
    const { result, files: after } = await drivePage({
      browser,
      appOrigin: `http://ide.localhost:${port}`,
      job: unattendedJob(read.options, policy.policy, Date.now()),
      files,
      stop: new AbortController().signal,
      onEvent: (event) => events.push(event),
      onLog,
    });
    return { before: files, after, result, events };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
