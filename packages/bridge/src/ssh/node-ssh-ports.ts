import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { Clock, OwnComputer, SshPorts, UserFiles } from './ssh-ports.ts';
import type { SshQuestions } from './ssh-questions.ts';

export interface NodeSshPortsOptions {
  questions: SshQuestions;
  own: OwnComputer;
  say(sentence: string): void;
}

/** The ports with this computer's own files, network and clock. */
export function nodeSshPorts({ questions, own, say }: NodeSshPortsOptions): SshPorts {
  return { questions, own, say, clock: nodeClock(), files: nodeUserFiles(), randomBytes, openSocket };
}

export function nodeClock(): Clock {
  return {
    now: () => Date.now(),
    later(run, milliseconds) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}

export function nodeUserFiles(): UserFiles {
  return {
    readText: (path) => readFile(path, 'utf8').catch(() => null),
    async appendText(path, text) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await appendFile(path, text, { mode: 0o600 });
    },
    listNames: (folder) => readdir(folder).catch(() => []),
  };
}

export function openSocket(host: string, port: number) {
  // Disables Nagle's algorithm, so that a typed character is sent at once.
  return connect({ host, port, noDelay: true });
}
