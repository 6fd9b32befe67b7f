import { invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';
import type { BuiltinExports } from '../../node-host.ts';

/** The id of the only user, whose names follow. */
const OWN = 1000;
const OWN_NAMES: ReadonlySet<string> = new Set(['devonz', 'node', 'user']);

function identifier(kind: 'User' | 'Group', value: unknown, name = 'id'): number {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
    if (value < 0 || value > 0xffff_ffff) throw outOfRange(name, '>= 0 && <= 4294967295', value);
    return value;
  }
  if (typeof value !== 'string') throw invalidArgumentType(name, 'one of type number or string', value);
  if (OWN_NAMES.has(value)) return OWN;
  if (value === 'root' || value === 'nobody') return value === 'root' ? 0 : 65_534;
  throw nodeError(Error, 'ERR_UNKNOWN_CREDENTIAL', `${kind} identifier does not exist: ${value}`);
}

function refuse(call: string): never {
  throw Object.assign(new Error('EPERM, Operation not permitted: there is one user in a browser'), {
    code: 'EPERM',
    errno: -1,
    syscall: call,
  });
}

function setter(call: string, kind: 'User' | 'Group') {
  return (value: unknown): void => {
    if (identifier(kind, value) !== OWN) refuse(call);
  };
}

/** The functions that set the user or group; only the current one is accepted. */
export const users: BuiltinExports = {
  setuid: setter('setuid', 'User'),
  seteuid: setter('seteuid', 'User'),
  setgid: setter('setgid', 'Group'),
  setegid: setter('setegid', 'Group'),
  setgroups: (groups: unknown) => {
    if (!Array.isArray(groups)) throw invalidArgumentType('groups', 'an instance of Array', groups);
    groups.forEach((group, index) => {
      identifier('Group', group, `groups[${index}]`);
    });
    if (groups.some((group) => group !== OWN)) refuse('setgroups');
  },
  initgroups: (user: unknown, extraGroup: unknown) => {
    if (typeof user !== 'number' && typeof user !== 'string') throw invalidArgumentType('user', 'one of type number or string', user);
    if (typeof extraGroup !== 'number' && typeof extraGroup !== 'string')
      throw invalidArgumentType('extraGroup', 'one of type number or string', extraGroup);
    identifier('Group', extraGroup, 'extraGroup');
    identifier('User', user, 'user');
    refuse('initgroups');
  },
};
