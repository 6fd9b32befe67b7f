import assertMessagesFile from 'deferred:assert/assert-messages';
import { deferredPart } from '../../deferred/deferred-part.ts';
import type { Inspection } from '../../inspect/inspect.ts';
import type { NodeHost } from '../../node-host.ts';
import { takesColors } from '../util/takes-colors.ts';
import { type AssertionErrorClass, createAssertionError } from './assertion-error.ts';
import type { AssertionDisplay, AssertionMessages } from './assertion-messages.ts';

const loadMessages = deferredPart<typeof import('../../deferred/assert/assert-messages.ts')>('assert-messages', assertMessagesFile);

/** The services that the assertions of one process need. */
export interface AssertHost {
  AssertionError: AssertionErrorClass;
  inspect: Inspection['inspect'];
  messages(): AssertionMessages;
  readText(path: string): string;
  /** Warns only once for each code. */
  deprecate(message: string, code: string): void;
}

export function createAssertHost(host: NodeHost, inspection: Inspection): AssertHost {
  const messages = () => loadMessages(host).assertMessages;
  const errors = () => host.builtin('process').stderr as { isTTY?: boolean; columns?: number };
  const display: AssertionDisplay = {
    inspect: inspection.inspect,
    hasColors: () => takesColors(host, errors()),
    width: () => (errors().isTTY === true ? (errors().columns ?? null) : null),
  };
  const warned = new Set<string>();
  return {
    AssertionError: createAssertionError(inspection, (failure) => messages().describeFailure(failure, display)),
    inspect: inspection.inspect,
    messages,
    readText: (path) => new TextDecoder().decode(host.system.sync('readFile', path)),
    deprecate: (message, code) => {
      if (warned.has(code)) return;
      warned.add(code);
      const { emitWarning } = host.builtin('process') as { emitWarning(message: string, type: string, code: string): void };
      emitWarning(message, 'DeprecationWarning', code);
    },
  };
}
