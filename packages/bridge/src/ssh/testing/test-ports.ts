import { randomBytes } from 'node:crypto';
import { ManualClock } from '../../testing/manual-clock.ts';
import { openSocket } from '../node-ssh-ports.ts';
import type { SshPorts } from '../ssh-ports.ts';
import { MemoryUserFiles } from './memory-user-files.ts';
import { type Answers, ScriptedQuestions } from './scripted-questions.ts';

export interface TestPorts extends SshPorts {
  clock: ManualClock;
  questions: ScriptedQuestions;
  files: MemoryUserFiles;
  said: string[];
}

export interface TestPortsOptions {
  answers?: Answers;
  files?: Record<string, string>;
  agentSocket?: string;
}

/** A computer of its own for one test: its clock moves only when told, its files are in memory, its network is the real loopback. */
export function testPorts({ answers, files, agentSocket }: TestPortsOptions = {}): TestPorts {
  const said: string[] = [];
  return {
    clock: new ManualClock(),
    questions: new ScriptedQuestions(answers),
    files: new MemoryUserFiles(files),
    own: { user: 'tester', home: '/home/tester', agentSocket: agentSocket ?? null },
    randomBytes,
    openSocket,
    said,
    say: (sentence) => said.push(sentence),
  };
}
