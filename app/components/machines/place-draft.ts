import { type identitySchema, type WantedPlace, wantedPlaceSchema } from 'devonz-engine-protocol/machine/own-computer';
import type { z } from 'zod';
import { t } from '../../lib/i18n/t.ts';
import { placeName } from '../../lib/protocol/machines/place-name.ts';
import type { WantedMachine } from './wanted-machine.ts';

export type IdentityType = z.infer<typeof identitySchema>['type'];

/** The text in the form. Fields of the kinds that are not chosen stay, so that a change of mind loses nothing. */
export interface PlaceDraft {
  kind: WantedPlace['kind'];
  folder: string;
  host: string;
  user: string;
  port: string;
  identity: IdentityType;
  keyPath: string;
  image: string;
}

export const EMPTY_PLACE: PlaceDraft = {
  kind: 'local',
  folder: '',
  host: '',
  user: '',
  port: '',
  identity: 'usual',
  keyPath: '',
  image: '',
};

export type PlaceField = 'host' | 'port' | 'keyPath' | 'image' | 'folder';
export type ReadPlace = { ok: true; place: WantedPlace } | { ok: false; field: PlaceField; why: string };

export function draftOfPlace(place: WantedPlace): PlaceDraft {
  const { folder } = place;
  switch (place.kind) {
    case 'local':
      return { ...EMPTY_PLACE, folder };
    case 'container':
      return { ...EMPTY_PLACE, kind: 'container', folder, image: place.image };
    case 'ssh':
      return {
        ...EMPTY_PLACE,
        kind: 'ssh',
        folder,
        host: place.host,
        user: place.user ?? '',
        port: place.port === undefined ? '' : String(place.port),
        identity: place.identity.type,
        keyPath: place.identity.type === 'key' ? place.identity.path : '',
      };
  }
}

/** Fills in a machine of which only the name is known, and perhaps the folder. A bridge over SSH names user and host in one. */
export function draftOfWantedMachine(place: WantedMachine): PlaceDraft {
  const isServer = place.host.includes('@');
  return isServer
    ? { ...EMPTY_PLACE, kind: 'ssh', ...hostParts(placeName(place)), folder: place.folder }
    : { ...EMPTY_PLACE, folder: place.folder };
}

export function readPlace(draft: PlaceDraft): ReadPlace {
  const folder = draft.folder.trim();
  if (folder.length > 4_096) return { ok: false, field: 'folder', why: t('This is longer than any folder’s path.') };
  if (draft.kind === 'local') return { ok: true, place: { kind: 'local', folder } };
  if (draft.kind === 'container') {
    const image = draft.image.trim();
    if (image === '') return { ok: false, field: 'image', why: t('Enter an image, such as node:22.') };
    return checked({ kind: 'container', image, folder }, 'image');
  }
  return readServer(draft, folder);
}

function readServer(draft: PlaceDraft, folder: string): ReadPlace {
  const typed = hostParts(draft.host.trim());
  const user = draft.user.trim() || typed.user;
  if (typed.host === '') return { ok: false, field: 'host', why: t('Enter the name or address of the server.') };
  if (/[\s/]/.test(typed.host)) return { ok: false, field: 'host', why: t('A host has no spaces and no slashes in its name.') };
  const port = draft.port.trim();
  if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    return { ok: false, field: 'port', why: t('A port is a number from 1 to 65535.') };
  const keyPath = draft.keyPath.trim();
  if (draft.identity === 'key' && keyPath === '')
    return { ok: false, field: 'keyPath', why: t('Enter the path of the key file on this computer.') };
  const identity = draft.identity === 'key' ? ({ type: 'key', path: keyPath } as const) : ({ type: draft.identity } as const);
  const place = {
    kind: 'ssh',
    host: typed.host,
    ...(user === '' ? {} : { user }),
    ...(port === '' ? {} : { port: Number(port) }),
    identity,
    folder,
  } as const;
  return checked(place, 'host');
}

/** Takes `ada@server` apart. */
function hostParts(text: string): { user: string; host: string } {
  const at = text.lastIndexOf('@');
  return at < 1 ? { user: '', host: text } : { user: text.slice(0, at), host: text.slice(at + 1) };
}

function checked(place: WantedPlace, field: PlaceField): ReadPlace {
  return wantedPlaceSchema.safeParse(place).success ? { ok: true, place } : { ok: false, field, why: t('This is too long.') };
}
