/** `stackblitz` is the hosted WebContainer, for machines with access to it; `bridge` is this computer, and `ssh` a bridge to it over SSH. */
export const HOST_NAMES = ['engine', 'stackblitz', 'bridge', 'ssh'] as const;
export type HostName = (typeof HOST_NAMES)[number];
