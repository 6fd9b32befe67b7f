import { reloadPreview, WebContainer } from '@webcontainer/api';

// What the bare page in the app's place loads: the genuine client, within reach of the tests.
Object.assign(globalThis, { WebContainer, reloadPreview });
