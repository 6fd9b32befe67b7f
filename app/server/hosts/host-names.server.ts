import { type HostNames, LOCAL_HOST_NAMES } from 'devonz-engine-protocol/hosts';

export interface HostEnvironment {
  /** `app.example.com`; without it the server is a local one. */
  APP_HOST?: string;
  /** `run.example.com`. */
  SANDBOX_HOST?: string;
  /** Further pages that may boot the engine, for programs of others that are written for `@webcontainer/api`. */
  ENGINE_ALLOWED_ORIGINS?: string;
}

/** The names this server answers to. */
export function hostNames(environment: HostEnvironment): HostNames {
  return {
    appHost: environment.APP_HOST || LOCAL_HOST_NAMES.appHost,
    sandboxHost: environment.SANDBOX_HOST || LOCAL_HOST_NAMES.sandboxHost,
  };
}

/** Whether only this machine reaches the server: browsers send names below `.localhost` nowhere else. */
export function isLocalServer(environment: HostEnvironment): boolean {
  return hostNames(environment).appHost.endsWith('.localhost');
}
