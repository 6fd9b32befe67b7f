/** Runs `callback` after `ms`; what it returns calls that off. */
export type StartTimer = (callback: () => void, ms: number) => () => void;

export const startSystemTimer: StartTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
