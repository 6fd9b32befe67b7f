/** The environment variable that makes a watched program report what it loads; Node uses the same name. */
export const WATCH_VARIABLE = 'WATCH_REPORT_DEPENDENCIES';
/** The key of the reported message. */
export const WATCH_MESSAGE = 'watch:require';
