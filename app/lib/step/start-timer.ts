/** Runs `callback` after `ms`; returns a function that cancels it. */
export type StartTimer = (callback: () => void, ms: number) => () => void;

export const startSystemTimer: StartTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
