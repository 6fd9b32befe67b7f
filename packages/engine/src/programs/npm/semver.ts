import compareVersions from 'semver/functions/compare.js';
import satisfiesRange from 'semver/functions/satisfies.js';
import validVersion from 'semver/functions/valid.js';
import rangesIntersect from 'semver/ranges/intersects.js';
import parseValidRange from 'semver/ranges/valid.js';

// npm reads versions loosely everywhere ("v1.2.3", "= 1.2.3"); these wrappers set that option.

export function satisfies(version: string, range: string): boolean {
  return range === '*' || satisfiesRange(version, range, { loose: true });
}

export function compare(left: string, right: string): number {
  return compareVersions(left, right, { loose: true });
}

export function validRange(text: string): string | null {
  return parseValidRange(text, { loose: true });
}

export function isVersion(text: string): boolean {
  return validVersion(text, { loose: true }) !== null;
}

export function intersects(left: string, right: string): boolean {
  return rangesIntersect(left, right, { loose: true });
}
