import { commit, engineVersion, packages } from 'virtual:about-build';
import { license, version } from '../../../package.json';

/** Loaded only when the user opens the details. */
export const ABOUT_BUILD = { version, license, commit, engineVersion, packages };
export type AboutBuild = typeof ABOUT_BUILD;
