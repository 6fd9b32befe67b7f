import { NpmError } from '../npm-error.ts';
import { canDedupe, deepestNestingTarget, gatherExclusiveDependencies, peerEntrySets } from './dependency-sets.ts';
import { type EdgeOptions, loadEdges } from './load-edges.ts';
import { type Edge, PackageNode } from './package-node.ts';
import { PlacementCheck, type PlacementVerdict } from './placement-check.ts';

export interface PlacementContext extends EdgeOptions {
  isForced: boolean;
  warn: (text: string) => void;
}

export interface Placement {
  edge: Edge;
  placed: PackageNode;
  verdict: PlacementVerdict;
  /** Nodes that lost a dependency and must be checked again. */
  needEvaluation: Set<PackageNode>;
}

interface Request {
  edge: Edge;
  dependency: PackageNode;
  isExplicit: boolean;
  parent: { request: Request; check: PlacementCheck; start: PackageNode } | null;
}

/**
 * Places a package as near to the root as possible, then its peers next to it, and removes packages that became superfluous. Returns the
 * placements in the order to process them next.
 */
export function placeDependency(context: PlacementContext, edge: Edge, dependency: PackageNode, isExplicit: boolean): Placement[] {
  const placements: Placement[] = [];
  placeOne(context, { edge, dependency, isExplicit, parent: null }, placements);
  return placements;
}

function placeOne(context: PlacementContext, request: Request, placements: Placement[]): void {
  const { edge, dependency, isExplicit, parent } = request;
  if (edge.to && edge.isValid && !isExplicit) return;
  const start = deepestNestingTarget(parent?.start ?? edge.from, edge.name);
  const check = findPlace(context, request, start);
  if (!check) return;
  const { target } = check;
  const verdict = check.verdict === 'conflict' ? check.ownVerdict : check.verdict;
  if (verdict === 'keep') {
    if (edge.isPeer && !edge.isValid) acceptConflict(context, edge, dependency);
    pruneDedupable(target, isExplicit, true);
    return;
  }
  const placed = nodeFor(context, dependency, target);
  const needEvaluation = new Set<PackageNode>();
  const previous = target.children.get(edge.name);
  if (previous) replaceNode(context, placed, previous, needEvaluation);
  else placed.place(target);
  if (edge.isPeer && !edge.isSatisfiedBy(placed)) acceptConflict(context, edge, dependency);
  pruneShadowed(edge, placed, target, isExplicit);
  placements.push({ edge, placed, verdict: check.ownVerdict, needEvaluation });
  placePeers(context, { request, check, start }, placed, placements);
}

/** Returns the node to place; a link if the same package is already above, because two that depend on each other would nest endlessly. */
function nodeFor(context: PlacementContext, dependency: PackageNode, target: PackageNode): PackageNode {
  for (const above of target.ancestry()) {
    if (!above.isTop && above.matches(dependency)) {
      return new PackageNode(dependency.name, dependency.manifest, { type: 'link', target: above }, dependency.rules);
    }
  }
  const placed = new PackageNode(dependency.name, dependency.manifest, dependency.source, dependency.rules);
  if (dependency.source.type !== 'link') loadEdges(placed, context, target.root);
  return placed;
}

function findPlace(context: PlacementContext, request: Request, start: PackageNode): PlacementCheck | null {
  const { edge, dependency, isExplicit, parent } = request;
  let withPeers: PlacementCheck | null = null;
  let alone: PlacementCheck | null = null;
  for (const target of start.ancestry()) {
    if (!target.isTop && target.edgesOut.get(edge.name)?.isPeer) continue;
    const check = new PlacementCheck({ dependency, edge, target, parent: parent?.check ?? null, isDedupePreferred: false, isExplicit });
    if (check.ownVerdict !== 'conflict') alone = check;
    if (check.verdict === 'conflict') break;
    withPeers = check;
    if (dependency.source.type === 'failed') break;
  }
  if (withPeers) return withPeers;
  if (!context.isForced && isOfProject(request)) throw peerConflict(edge, dependency);
  if (!alone) acceptConflict(context, edge, dependency);
  return alone;
}

function replaceNode(context: PlacementContext, placed: PackageNode, previous: PackageNode, needEvaluation: Set<PackageNode>): void {
  const target = previous.parent;
  if (!target) return;
  const noLongerWanted: PackageNode[] = [];
  for (const [name, edge] of previous.edgesOut) {
    const to = edge.to;
    if (placed.edgesOut.has(name) || !to) continue;
    noLongerWanted.push(...gatherExclusiveDependencies([to], (other) => other.to !== to));
  }
  const peerSets: PackageNode[] = [];
  for (const edge of previous.edgesIn) {
    if (edge.isSatisfiedBy(placed) || !edge.isPeer || edge.from.parent !== target || edge.isConflictAccepted) continue;
    for (const entryEdge of peerEntrySets(edge.from).keys()) {
      const entry = entryEdge.to;
      if (!entry) continue;
      if (deepestNestingTarget(entry, entry.name) !== target && !isProjectNode(entryEdge.from)) {
        peerSets.push(...gatherExclusiveDependencies([entry], (other) => other.to !== entry && !other.isConflictAccepted));
      } else acceptConflict(context, edge, placed);
    }
  }
  const kept = [...previous.children.values()];
  placed.place(target);
  for (const child of kept) child.place(placed);
  replaceLinks(placed, previous, needEvaluation);
  pruneForReplacement(placed, noLongerWanted);
  for (const node of peerSets) {
    for (const edge of node.edgesIn) needEvaluation.add(edge.from);
    node.remove();
  }
}

/** A link that closes a cycle has one target. When another version is placed there, the dependents of the link are checked again. */
function replaceLinks(placed: PackageNode, previous: PackageNode, needEvaluation: Set<PackageNode>): void {
  for (const node of [...placed.withDescendants()]) {
    if (node.source.type !== 'link' || node.source.target !== previous || !node.parent) continue;
    if (placed.matches(previous)) {
      new PackageNode(node.name, placed.manifest, { type: 'link', target: placed }, node.rules).place(node.parent);
      continue;
    }
    for (const edge of node.edgesIn) needEvaluation.add(edge.from);
    node.remove();
  }
}

function pruneForReplacement(placed: PackageNode, noLongerWanted: readonly PackageNode[]): void {
  const doubtful = new Set<PackageNode>();
  for (const edge of placed.edgesOut.values()) {
    const to = edge.to;
    if (to && !edge.isValid) doubtful.add(to);
  }
  for (const node of noLongerWanted) {
    for (const gone of gatherExclusiveDependencies([node], (edge) => edge.to !== node && edge.isValid)) doubtful.add(gone);
  }
  // A dependency of the previous package may itself depend on this one (a cycle).
  doubtful.delete(placed);
  for (const node of gatherExclusiveDependencies(doubtful, (edge) => edge.from !== placed && edge.to !== placed && edge.isValid))
    node.remove();
}

/** Removes deeper nodes of the same name, which the new node may have made redundant. */
function pruneShadowed(edge: Edge, placed: PackageNode, target: PackageNode, isExplicit: boolean): void {
  const to = edge.to;
  if (to && to !== placed && edge.isValid) pruneDedupable(to, isExplicit, false);
  const root = target.root;
  for (const node of [...target.withDescendants()]) {
    if (node.name !== edge.name || node.isTop || node.root !== root) continue;
    pruneDedupable(node, isExplicit, false);
    if (node.root !== root) continue;
    for (const child of [...node.children.values()]) pruneDedupable(child, isExplicit, false);
  }
}

function pruneDedupable(node: PackageNode, isExplicit: boolean, isDescending: boolean): void {
  if (canDedupe(node, false, isExplicit)) {
    removeDuplicate(node);
    return;
  }
  if (!isDescending) return;
  const children = [...node.children.values()].sort((left, right) => left.location.localeCompare(right.location, 'en'));
  for (const child of children) pruneDedupable(child, isExplicit, true);
}

/** Removes a duplicate. Its dependents now use the one above, which therefore stays, even if only removed nodes depended on it. */
function removeDuplicate(node: PackageNode): void {
  const exclusive = gatherExclusiveDependencies([node], (edge) => edge.to !== node && edge.isValid);
  node.remove();
  for (const gone of gatherExclusiveDependencies(exclusive, (edge) => edge.isValid)) gone.remove();
}

function placePeers(
  context: PlacementContext,
  parent: { request: Request; check: PlacementCheck; start: PackageNode },
  placed: PackageNode,
  placements: Placement[],
): void {
  const virtualRoot = parent.request.dependency.parent;
  for (const edge of placed.edgesOut.values()) {
    if (!edge.isPeer || edge.isValid || edge.isConflictAccepted) {
      // A missing optional peer counts as valid, and stays missing.
      continue;
    }
    const peer = virtualRoot?.children.get(edge.name);
    if (peer && edge.isSatisfiedBy(peer))
      placeOne(context, { edge, dependency: peer, isExplicit: parent.request.isExplicit, parent }, placements);
  }
}

function isProjectNode(node: PackageNode): boolean {
  return node.source.type === 'root' || node.source.type === 'folder';
}

/** Returns whether the conflict is between the project's own dependencies: those are errors, others are warnings. */
function isOfProject(request: Request): boolean {
  let top = request;
  while (top.parent) top = top.parent.request;
  const { edge } = top;
  if (isProjectNode(edge.from)) return true;
  if (!edge.isPeer) return false;
  const users = edge.from.edgesIn;
  if (users.some((user) => !user.isPeer && isProjectNode(user.from))) return true;
  return users.some((user) => user.isPeer) && [...peerEntrySets(edge.from).keys()].some((entry) => isProjectNode(entry.from));
}

function acceptConflict(context: PlacementContext, edge: Edge, dependency: PackageNode): void {
  edge.isConflictAccepted = true;
  context.warn(
    `ERESOLVE overriding peer dependency: ${describeNode(edge.from)} wants ${edge.name}@${edge.specText}, found ${describeNode(edge.to ?? dependency)}`,
  );
}

function describeNode(node: PackageNode): string {
  return node.source.type === 'root' ? 'the project' : `${node.packageName}@${node.version}`;
}

/** Returns npm's ERESOLVE error, shortened. */
export function peerConflict(edge: Edge, dependency: PackageNode): NpmError {
  const found = edge.to ?? dependency;
  return new NpmError('ERESOLVE', [
    'ERESOLVE unable to resolve dependency tree',
    '',
    `Found: ${describeNode(found)}`,
    `Could not resolve dependency: ${edge.isPeer ? 'peer ' : ''}${edge.name}@"${edge.specText}" from ${describeNode(edge.from)}`,
    `It would need ${describeNode(dependency)}.`,
    '',
    'Fix the upstream dependency conflict, or retry this command with --force or --legacy-peer-deps',
    'to accept an incorrect (and potentially broken) dependency resolution.',
  ]);
}
