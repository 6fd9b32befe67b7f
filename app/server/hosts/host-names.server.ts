import { type HostNames, LOCAL_HOST_NAMES } from 'devonz-engine-protocol/hosts';

export interface HostEnvironment {
  /** `app.example.com`. Without it the server is a local one. */
  APP_HOST?: string;
  /** `run.example.com`. */
  SANDBOX_HOST?: string;
  /** Other origins that may boot the engine, for third-party programs written for `@webcontainer/api`. */
  ENGINE_ALLOWED_ORIGINS?: string;
}

/** Returns the names that this server answers to. */
export function hostNames(environment: HostEnvironment): HostNames {
  return {
    appHost: environment.APP_HOST || LOCAL_HOST_NAMES.appHost,
    sandboxHost: environment.SANDBOX_HOST || LOCAL_HOST_NAMES.sandboxHost,
  };
}

/** Returns whether only this machine can reach the server: browsers resolve names below `.localhost` only to this machine. */
export function isLocalServer(environment: HostEnvironment): boolean {
  return hostNames(environment).appHost.endsWith('.localhost');
}
