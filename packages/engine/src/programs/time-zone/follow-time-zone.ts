import { shareEnvironment } from '../node/builtins/process/environment.ts';
import { type TimeGlobals, ZonedTime } from './zoned-time.ts';

/** Keeps the dates of a program in the zone of its variable `TZ`, also after the program changes the variable, as Node does. */
export function followTimeZone(
  env: Record<string, string>,
  globals: TimeGlobals,
  disguise: (value: CallableFunction) => CallableFunction,
): void {
  const time = new ZonedTime(globals, disguise);
  time.follow(env.TZ);
  shareEnvironment(env, (name, value) => {
    if (name === 'TZ') time.follow(value ?? undefined);
  });
}
