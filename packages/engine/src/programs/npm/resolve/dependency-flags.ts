import { gatherExclusiveDependencies } from './dependency-sets.ts';
import type { PackageNode } from './package-node.ts';

/** How a package is reached, in the terms of the lock file. */
export interface DependencyFlags {
  isDev: boolean;
  isOptional: boolean;
  /** Neither dev-only nor optional-only, but always one of the two. */
  isDevOptional: boolean;
  isPeer: boolean;
  /** Nothing depends on it. */
  isExtraneous: boolean;
}

/** Calculates flags, which are true until a path from the root shows otherwise. */
export function calculateFlags(root: PackageNode): Map<PackageNode, DependencyFlags> {
  const flags = new Map<PackageNode, DependencyFlags>();
  const flagsOf = (node: PackageNode): DependencyFlags => {
    let own = flags.get(node);
    if (!own) {
      own = { isDev: true, isOptional: true, isDevOptional: true, isPeer: true, isExtraneous: true };
      flags.set(node, own);
    }
    return own;
  };
  flags.set(root, { isDev: false, isOptional: false, isDevOptional: false, isPeer: false, isExtraneous: false });
  const queue = [root];
  const seen = new Set<PackageNode>();
  for (let node = queue.pop(); node; node = queue.pop()) {
    seen.add(node);
    const own = flagsOf(node);
    if (!own.isExtraneous) for (const above of node.ancestry()) flagsOf(above).isExtraneous = false;
    for (const step of stepsFrom(node)) {
      const changed = unset(flagsOf(step.to), {
        isExtraneous: !own.isExtraneous && !(step.isPeer && step.isOptional),
        isDev: !own.isDev && !step.isDev,
        isOptional: !own.isOptional && !step.isOptional,
        isDevOptional: !own.isDevOptional && !own.isDev && !own.isOptional && !step.isDev && !step.isOptional,
        isPeer: !own.isPeer && !step.isPeer,
      });
      if (changed || !seen.has(step.to)) queue.push(step.to);
    }
  }
  for (const own of flags.values()) if (own.isDev || own.isOptional) own.isDevOptional = false;
  return flags;
}

interface Step {
  to: PackageNode;
  isDev: boolean;
  isOptional: boolean;
  isPeer: boolean;
}

function stepsFrom(node: PackageNode): Step[] {
  if (node.source.type === 'link') return [{ to: node.source.target, isDev: false, isOptional: false, isPeer: false }];
  const steps: Step[] = [];
  for (const edge of node.edgesOut.values()) {
    const to = edge.to;
    if (to) steps.push({ to, isDev: edge.type === 'dev', isOptional: edge.isOptional, isPeer: edge.isPeer });
  }
  return steps;
}

function unset(flags: DependencyFlags, isUnset: DependencyFlags): boolean {
  let hasChanged = false;
  for (const key of ['isDev', 'isOptional', 'isDevOptional', 'isPeer', 'isExtraneous'] as const) {
    if (flags[key] && isUnset[key]) {
      flags[key] = false;
      hasChanged = true;
    }
  }
  return hasChanged;
}

/** Returns the nodes to remove with an unavailable optional package: up to the optional edge, and what only that branch used. */
export function optionalBranch(node: PackageNode): Set<PackageNode> {
  const branch = new Set([node]);
  for (const member of branch) {
    for (const edge of member.edgesIn) if (!edge.isOptional) branch.add(edge.from);
  }
  return gatherExclusiveDependencies(branch, (edge) => {
    const to = edge.to;
    return to !== null && !branch.has(to) && !edge.from.isInert;
  });
}
