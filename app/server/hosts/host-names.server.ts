import { type HostNames, LOCAL_HOST_NAMES } from 'devonz-engine-protocol/hosts';

export interface HostEnvironment {
  /** `app.example.com`. Without it the server is a local one. */
  APP_HOST?: string;
  /** `run.example.com`. */
  SANDBOX_HOST?: string;
  /** More origins that may boot the engine, for other people's programs written for `@webcontainer/api`. */
  ENGINE_ALLOWED_ORIGINS?: string;
}

/** The names this server answers to. */
export function hostNames(environment: HostEnvironment): HostNames {
  return {
    appHost: environment.APP_HOST || LOCAL_HOST_NAMES.appHost,
    sandboxHost: environment.SANDBOX_HOST || LOCAL_HOST_NAMES.sandboxHost,
  };
}

/** Whether only this machine can reach the server: browsers resolve names below `.localhost` to this machine alone. */
export function isLocalServer(environment: HostEnvironment): boolean {
  return hostNames(environment).appHost.endsWith('.localhost');
}
