/** Stops tools from opening a browser, colouring their output or sending telemetry. */
export const QUIET: Record<string, string> = {
  BROWSER: 'none',
  NO_COLOR: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  GATSBY_TELEMETRY_DISABLED: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  EXPO_NO_TELEMETRY: '1',
  NG_CLI_ANALYTICS: 'false',
  DO_NOT_TRACK: '1',
};
