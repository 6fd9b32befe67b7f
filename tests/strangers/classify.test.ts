import { describe, expect, it } from 'vitest';
import { firstFailed, lastLines, outcomeOf, sentenceIn } from './classify.ts';
import type { StepName, StepResult } from './stranger.ts';

const steps = (text: string): StepResult[] =>
  text.split(' ').map((each) => {
    const [step, status = 'ok'] = each.split(':');
    return { step: step as StepName, status: status as StepResult['status'], seconds: 1, said: status === 'ok' ? undefined : each }; // Written right here.
  });

describe('the outcome of a project', () => {
  it('is as native when the engine does whatever native Node does, and more', () => {
    expect(outcomeOf(steps('install build start page edit'), steps('install build start page edit'))).toBe('as native');
    expect(outcomeOf(steps('install build page edit:fails'), steps('install build page edit:fails test'))).toBe('as native');
  });

  it('comes from the first step that fails here only', () => {
    expect(outcomeOf(steps('install build start'), steps('install build:words start:fails'))).toBe('in words');
    expect(outcomeOf(steps('install build start'), steps('install build:fails start:words'))).toBe('fails otherwise');
  });

  it('counts what was never reached with the step that ended it', () => {
    const failed = firstFailed(steps('install start page'), steps('install:words'));
    expect(failed).toMatchObject({ step: 'install', status: 'words' });
    expect(outcomeOf(steps('install start page'), steps('install start:fails'))).toBe('fails otherwise');
    expect(firstFailed(steps('install test'), steps('install'))).toMatchObject({ step: 'test', status: 'fails' });
  });

  it('is neither good nor bad without a measure', () => {
    expect(outcomeOf(undefined, steps('install'))).toBe('not run');
    expect(outcomeOf(steps('install'), undefined)).toBe('not run');
    expect(outcomeOf(steps('install:fails'), steps('install'))).toBe('fails natively');
    expect(outcomeOf(steps('install build:fails test'), steps('install build test'))).toBe('fails natively');
  });
});

describe('a sentence', () => {
  it('is found between stack and colours, by what the engine says of such things or by what a row expects', () => {
    const output =
      'Error: The native addon x.node: \u001b[31mcompiled machine code cannot run in a browser\u001b[0m\n    at f (x.js:1:2)\n';
    expect(sentenceIn(output)).toBe('Error: The native addon x.node: compiled machine code cannot run in a browser');
    expect(sentenceIn('Turbopack: use --webpack\n', 'use --webpack')).toBe('Turbopack: use --webpack');
  });

  it('is not any error', () => {
    expect(sentenceIn("Error: Cannot find module './binding.node'\nnot supported\n")).toBeNull();
  });
});

it('the last lines of an output are those with something in them', () => {
  expect(lastLines(`${'first\n'.repeat(30)}\n\n  last \r\n`).split('\n')).toEqual([...Array.from({ length: 11 }, () => 'first'), 'last']);
});

it('the error before a long stack is kept with the last lines', () => {
  const output = `first\nTypeError: x is not a function\n${'    at f (x.js:1:2)\n'.repeat(40)}exit code 1\n`;
  expect(lastLines(output).split('\n').at(0)).toBe('TypeError: x is not a function');
  expect(lastLines(output).split('\n').at(-1)).toBe('exit code 1');
});
