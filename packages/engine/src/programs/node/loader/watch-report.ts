/** Tells a program that is watched to report what it loads; Node's own name. */
export const WATCH_VARIABLE = 'WATCH_REPORT_DEPENDENCIES';
/** Under which it reports. */
export const WATCH_MESSAGE = 'watch:require';
