import type { Manager } from './manager.ts';

/** How a package manager formats its messages. */
export interface Voice {
  say(kind: 'warn' | 'error', text: string, isTerminal: boolean): { descriptor: 1 | 2; text: string };
  /** Formats the error that ended the run. */
  failure(code: string | null, lines: readonly string[]): { descriptor: 1 | 2; text: string };
}

const ESCAPE = String.fromCharCode(27);
const red = (text: string) => `${ESCAPE}[31m${text}${ESCAPE}[39m`;
const yellow = (text: string) => `${ESCAPE}[33m${text}${ESCAPE}[39m`;

function eachLine(text: string, start: string): string {
  return `${text
    .split('\n')
    .map((line) => `${start}${line}`.trimEnd())
    .join('\n')}\n`;
}

const npmVoice: Voice = {
  say(kind, text, isTerminal) {
    const color = kind === 'warn' ? yellow : red;
    return { descriptor: 2, text: eachLine(text, `npm ${isTerminal ? color(kind) : kind} `) };
  },
  failure: (code, lines) => ({
    descriptor: 2,
    text: eachLine([...(code === null ? [] : [`code ${code}`]), ...lines].join('\n'), 'npm error '),
  }),
};

/** Removes npm's own error codes, which mean nothing to a user of another manager. */
function withoutNpm(lines: readonly string[]): string[] {
  return lines
    .filter((line, index) => index > 0 || line !== '')
    .map((line) => line.replace(/^(?:notarget|404|network|enoent) /, '').replace(/^(?:404)?$/, ''));
}

const pnpmVoice: Voice = {
  say: (kind, text) => ({ descriptor: 1, text: ` ${kind === 'warn' ? 'WARN' : 'ERROR'}  ${text}\n` }),
  failure: (code, lines) => ({
    descriptor: 1,
    text: `${code === 'ELIFECYCLE' ? ' ELIFECYCLE ' : ` ERR_PNPM_${code === null ? 'ERROR' : code.replace(/^E(?=[A-Z0-9]+$)/, '')} `} ${withoutNpm(lines).join('\n').trimEnd()}\n`,
  }),
};

const classicVoice: Voice = {
  say: (kind, text) => ({ descriptor: 2, text: `${kind === 'warn' ? 'warning' : 'error'} ${text}\n` }),
  failure: (_, lines) => ({ descriptor: 2, text: `error ${withoutNpm(lines).join('\n').trimEnd()}\n` }),
};

const berryVoice: Voice = {
  say: (_, text) => ({ descriptor: 1, text: eachLine(text, '➤ YN0000: ') }),
  failure: (code, lines) => ({
    descriptor: 1,
    text:
      code === 'EUSAGE'
        ? `Usage Error: ${withoutNpm(lines).join('\n').trimEnd()}\n`
        : eachLine(withoutNpm(lines).join('\n').trimEnd(), '➤ YN0001: '),
  }),
};

const bunVoice: Voice = {
  say: (kind, text) => ({ descriptor: 2, text: `${kind}: ${text}\n` }),
  failure: (_, lines) => ({ descriptor: 2, text: `error: ${withoutNpm(lines).join('\n').trimEnd()}\n` }),
};

const voices = { npm: npmVoice, pnpm: pnpmVoice, yarn: classicVoice, bun: bunVoice } as const;

export function voiceOf({ family, isBerry }: Manager): Voice {
  return isBerry ? berryVoice : voices[family];
}
