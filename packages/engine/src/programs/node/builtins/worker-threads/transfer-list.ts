import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { PortState } from './port-state.ts';
import { isUntransferable } from './uncloneable.ts';

function itemsOf(iterable: unknown, what: string): object[] {
  const items: object[] = [];
  try {
    for (const item of iterable as Iterable<unknown>) if (typeof item === 'object' && item !== null) items.push(item);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', `Optional ${what} argument must be an iterable`);
  }
  return items;
}

/** Reads `postMessage`'s second argument: the list itself, or options that contain it. */
export function readTransferList(options: unknown): object[] {
  if (options === undefined || options === null) return [];
  if (typeof options !== 'object') throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'Optional transferList argument must be an iterable');
  if (Symbol.iterator in options) return itemsOf(options, 'transferList');
  const list: unknown = Reflect.get(options, 'transfer');
  if (list === undefined) return [];
  if (typeof list !== 'object' || list === null)
    throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'Optional options.transfer argument must be an iterable');
  return itemsOf(list, 'options.transfer');
}

const cloneError = (message: string) => new DOMException(message, 'DataCloneError');

/** Throws for objects that cannot be transferred, before any transfer. */
export function checkTransfer(transfer: readonly object[], source: object, stateOf: (item: object) => PortState | undefined): void {
  for (const [index, item] of transfer.entries()) {
    const state = stateOf(item);
    if (item === source) throw cloneError('Transfer list contains source port');
    if (transfer.indexOf(item) !== index)
      throw cloneError(`Transfer list contains duplicate ${state === undefined ? item.constructor?.name : 'MessagePort'}`);
    if (state?.isClosed) throw cloneError('MessagePort in transfer list is already detached');
    if (isUntransferable(item)) throw cloneError('Cannot transfer object of unsupported type.');
  }
}

/** Closes a channel whose port was sent through the channel's own other port: neither port can be reached afterwards. */
export function loseChannel(host: NodeHost, sides: readonly PortState[], rest: readonly object[]): void {
  structuredClone(null, { transfer: rest as Transferable[] }); // Detaches the other transferred objects, too.
  for (const side of sides) side.detach();
  const { emitWarning } = host.builtin('process') as { emitWarning(text: string): void };
  emitWarning('The target port was posted to itself, and the communication channel was lost');
}
